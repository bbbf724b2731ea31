import type { Signal } from "@preact/signals";

interface Props<Column extends string> {
  readonly columns: readonly Column[];
  readonly nameOf: (column: Column) => string;
  /** The column by which rows are sorted, the highest first; null: as they come. */
  readonly sorted: Signal<Column | null>;
}

/** Heads of columns that rows can be sorted by; a second click leaves them as they come. */
export function SortHeads<Column extends string>({ columns, nameOf, sorted }: Props<Column>) {
  return (
    <>
      {columns.map((column) => (
        <th key={column} scope="col" aria-sort={sorted.value === column ? "descending" : "none"}>
          <button type="button" onClick={() => (sorted.value = sorted.value === column ? null : column)}>
            {nameOf(column)}
          </button>
        </th>
      ))}
    </>
  );
}
