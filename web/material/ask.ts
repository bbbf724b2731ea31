/** Asks the server about material, again whenever the name changes. */
import { useEffect, useState } from "preact/hooks";
import type { MaterialAnswer } from "../../src/material/answer.ts";
import type { MapCell } from "../../src/material/database.ts";
import { AnswerError } from "../answers/answers.ts";
import { fetchKept } from "../answers/fetching.ts";

export interface About {
  readonly answer: MaterialAnswer;
  readonly rows: readonly (readonly MapCell[])[];
}

export type Asked = About | AnswerError | null;

/** What was known last stays until the new answer is there. */
export function useMaterial(name: string): Asked {
  const [asked, setAsked] = useState<Asked>(null);
  useEffect(() => {
    const stop = new AbortController();
    const query = `name=${encodeURIComponent(name)}`;
    Promise.all([
      fetchKept<MaterialAnswer>(`api/v1/material?${query}`, stop.signal),
      fetchKept<{ rows: MapCell[][] }>(`api/v1/material/map?${query}`, stop.signal),
    ]).then(
      ([answer, { rows }]) => setAsked({ answer, rows }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof AnswerError)) throw error;
        setAsked(error);
      },
    );
    return () => stop.abort();
  }, [name]);
  return asked;
}
