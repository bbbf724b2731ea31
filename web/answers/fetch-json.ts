import { AnswerError } from "./answers.ts";
import { kept } from "./kept.ts";

/**
 * Reads JSON. Paths are relative: any folder of any host will do.
 * @param request what is sent; default: a GET
 * @throws AnswerError with the code of the problem details that the server sends, or `unreachable`
 */
export async function fetchJson<Answer>(path: string, signal?: AbortSignal, request?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, { ...request, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AnswerError("unreachable", "no answer");
  }
  if (response.ok) return (await response.json()) as Answer;
  const problem = await response.json().catch(() => ({}));
  throw new AnswerError(problem.code ?? "unknown", problem.detail ?? `status ${response.status}`, problem);
}

/** The same, and what was answered before where there is no connection now. */
export async function fetchKept<Answer>(path: string, signal?: AbortSignal, request?: RequestInit): Promise<Answer> {
  try {
    const answer = await fetchJson<Answer>(path, signal, request);
    void kept().then((store) => store?.put(path, Response.json(answer)));
    return answer;
  } catch (error) {
    const before = error instanceof AnswerError && error.code === "unreachable" && (await (await kept())?.get(path));
    if (!before) throw error;
    return (await before.json()) as Answer;
  }
}
