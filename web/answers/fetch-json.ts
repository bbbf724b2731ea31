import { AnswerError } from "./answers.ts";

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
