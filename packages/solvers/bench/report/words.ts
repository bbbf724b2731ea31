/** The report's prose: what does not depend on a measurement. */
export const INTRODUCTION = `# Forward and backward endgame solvers: a study

This report follows N. Sturtevant and A. Saffidine, *A Study of Forward versus Backwards Endgame Solvers with Results in
Chinese Checkers*, and goes on from there. It is written by \`node packages/solvers/bench/write-report.ts\` from the measurements in
\`docs/reports/study/measured\`; do not edit it. The solvers are in \`packages/solvers/src\`:

- \`as-run\`: the solvers with the conventions that reproduce the published counts. The default.
- \`as-published\`: the printed pseudocode, line by line, with the few readings it needs to end and to be right.
- \`packed\`: two bits a state, on any number of threads, with the outcomes *and the counts* of as-run, whatever the
  number of threads. Backward with losses holds a third bit while it runs.
- \`naive\`: the definition read as a program.

A *forward expansion* lists the moves of a state, a *backward expansion* its parents; an *iteration* is a sweep that
solved something. "hybrid" is forward with direct.`;

export const DISAGREEMENTS = `The printed pseudocode cannot have produced the published tables. What we found by reading and running it; the table
below measures the effect:

- Algorithm 4 discovers finished states in its first sweep, at an expansion each; the counts show them marked beforehand.
- Algorithm 4, line 9, holds for every solved state, so that the loop never ends; it must be meant for a state just solved.
- Algorithm 4, line 6, clears \`recent\` only as the sweep comes by. A parent earlier in the order sees a stale flag and
  waits a sweep for nothing; if nothing else changes in that sweep, the loop ends with the parent unsolved. Our version
  goes on after a sweep that cleared a flag. The distances it writes still need not be the distances; as run they are.
- Under win-only, finished states lost for max must not be marked as solved in Algorithm 6, or Algorithm 5, line 4, reads
  them as wins. In Algorithm 4 they are never solved and cost an expansion in every sweep.
- Algorithm 5 takes the shortcut of line 4 always. In the runs \`direct\` switches it on: without it every parent is
  checked forward.
- Algorithm 5, line 12, expands newly solved states once more to reach grandparents; no such expansions are in the counts.
- Algorithm 6 expands a state in the sweep that solved it if it lies later in the order, so it is not layered; in the runs
  every sweep is one distance, and backward search yields exact distances without being asked.`;

export const THREE_NOTE = `The reduced run takes positions as one that differ by exchanging left and right or by turning the board and
exchanging the players, but weighs every expansion by the states it stands for: the counts are those of a run on the whole
board (tests compare the two on small boards). A win-only run would not know which parents are lost for max and would
check them again and again; the reduced run counts these meetings, so the counts of the win-only run follow exactly.`;

export const SCALING_NOTE = `The paper asks which approach scales better and suggests forward. Two cores show only how that begins (the tables of real
threads below), so here the work of every chunk is counted in expansions and dealt to imagined threads as the real team deals
it (\`packages/solvers/bench/simulate.ts\`); caches, bandwidth and the cost of the barriers are left out. For forward without
layers they matter: two real threads gain less than the count of expansions promises. Gains above 2
are noise: there the one thread took more processor seconds for the same work.

- The paper is right about layered forward, and for the reason it gives: within a sweep its checks do not depend on each
  other, and the unsolved states are spread evenly over the order.
- Backward follows closely, and the closer the larger the board: no work has to be done by one thread alone, but at
  either end of a run a sweep has few states to expand, and they lie together.
- Forward without layers lives on using a result at once. To keep its counts it has to enter results in order, by one
  thread; that share ("alone") is what limits it. Giving up fixed counts would lift the limit and change the number of
  sweeps from run to run.`;

export const CONCLUSIONS = `## Which solver when

- **Moves generated as needed, memory for two or three bits a state, moves reversible: backward, direct.** It expands each
  solved state once and checks a parent only when one of its children has been proved bad for it. It gives exact distances
  at no cost. Its lead over forward grows with the number of iterations, for forward pays for every unsolved state in
  every sweep.
- **Moves stored: forward catches up.** Its sweeps read the moves and the values in order, backward jumps about. In the
  Xiangqi games above, with stored moves and the smaller endgames first in the order, forward and hybrid need more
  expansions than backward and yet no more time. Expansions predict time only within one way of getting at moves.
- **The order of the states is worth more than any parameter to forward without layers.** Smaller endgames first, as in
  the Xiangqi games, comes near the paper's perfect order. Backward and layered forward do not depend on it.
- **Wins only?** For backward, win-only saves a bit and half the backward expansions, but a lost parent is checked again
  each time a won child reaches it. If the game has a symmetry of the colours, use that instead: less memory, all
  outcomes, fewer checks. For forward, win-only is always a loss: what it does not record it looks at again in every sweep.
- **Draws.** Forward expands every drawn state in every sweep and never gets rid of it; backward meets a draw only as the
  parent of a solved state. The more draws, the clearer the choice.
- **Branching.** The forward checks of backward search grow with the children that must be refuted. Counters of refuted
  children, as the scalar kernel has them, replace the checks for a byte a state.
- **No backward moves?** Forward, not layered.
- **Threads.** Layered forward scales furthest but starts from so much more work that backward stays ahead for any number
  of threads simulated here. Forward without layers scales least if its counts are to stay fixed.
- **Regular structure.** Where the states of a block differ by the square of one piece, bit vectors beat all of these by
  an order of magnitude or more, with the moves generated on the way. A general solver is for games without that
  structure, and for checking: its counts of wins, draws and losses confirm both kernels.`;
