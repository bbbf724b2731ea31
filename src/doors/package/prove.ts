/**
 * `canju/prove`: proves that a position is won, however many men it has, and checks such proofs (docs/spec/proof-tree.md), in browsers
 * too.
 */
export {
  checkProofTree,
  type CheckedProof,
  type CheckerTable,
  type CheckOptions,
  type ProofBook,
} from "../../prove/check.ts";
export { collectionOfTable, openLeafTable } from "../../prove/leaf-tables.ts";
export {
  endgameOfTable,
  readProofTree,
  writeProofTree,
  type LeafTable,
  type ProofRules,
  type ProofTree,
} from "../../prove/proof-tree.ts";
export {
  longestDefence,
  provePosition,
  type ProvedPosition,
  type ProverOptions,
  type ProverProgress,
  type WinningMove,
  winningMoves,
} from "../../prove/prove.ts";
