/**
 * `canju/table`: reading tables. Values, table files from memory or by HTTP ranges, catalogs of them, and probing. zstd comes
 * from `canju/zstd`; files of this machine are read by `canju/node`.
 */
export { BlockCache } from "../../table/read/blocks.ts";
export {
  abortable,
  collectionPath,
  DEFAULT_COLLECTION,
  METRICS,
  OpenTables,
  RULES,
  tablePath,
  type Collection,
  type TableProvider,
} from "../../table/catalog/catalog.ts";
export { rawCodec, zstdReader, type Codec } from "../../table/format/codec.ts";
export { DamagedTableError, MissingTableError, UnsupportedTableError } from "../../table/format/errors.ts";
export {
  ORDERS,
  type Certificate,
  type Codes,
  type OrderForm,
  type OrderKind,
  type OrderSideStatistics,
  type OrderStatistics,
  type Rules,
  type SideStatistics,
  type TableHeader,
  type TableInfo,
} from "../../table/format/header.ts";
export type { Histogram } from "../../table/format/histogram.ts";
export { httpCatalog, type HttpCatalogOptions } from "../../table/catalog/http-catalog.ts";
export { httpSource, type HttpOptions } from "../../table/read/http-source.ts";
export { completed, tablesInMemory } from "../../table/catalog/memory-catalog.ts";
export { sha256 } from "../../base/sha256.ts";
export { memorySource, type Source } from "../../table/read/source.ts";
export { openTable, Table, type OpenOptions } from "../../table/read/table.ts";
export {
  byDefault,
  categoryOf,
  compareValues,
  DEPENDS,
  distanceOf,
  DRAW,
  isDependent,
  isDraw,
  isLoss,
  isWin,
  makeValue,
  orderOf,
  type Category,
  type Value,
} from "../../table/value.ts";
export { lookUp, valueOf, type FoundValue } from "../../query/lookup.ts";
export {
  probe,
  rankMoves,
  type ProbedMove,
  type ProbeResult,
  type RankedMove,
  type ValuedPosition,
} from "../../query/probe.ts";
export {
  randomPosition,
  samplePosition,
  type RandomPosition,
  type Sample,
  type SampleWish,
} from "../../query/sample.ts";
export { statisticsOf, type Statistics } from "../../query/statistics.ts";
export { SourceError, type SourceProblem } from "../../base/errors.ts";
export { nameValue, type NamedValue } from "../../table/value.ts";
export { valueOfMove } from "../../table/value.ts";
export { type Metric } from "../../table/value.ts";
