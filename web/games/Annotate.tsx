/** Signs and remarks of the move shown, and what can be done with the variation that it stands in. */
import { SIGNS, annotate, plyAt, promoted, withoutPly } from "../../src/xiangqi/games/record.ts";
import { cleanComment } from "../../src/xiangqi/games/reading.ts";
import { useGamesWords } from "../words/spoken.ts";
import { change, here, record } from "./tree.ts";

export function Annotate() {
  const say = useGamesWords();
  if (say === null) return null;
  const path = here.value;
  const ply = path === null ? null : plyAt(record.value, path)!.ply;
  const comment = ply === null ? record.value.comment : ply.comment;
  return (
    <section class="annotate" aria-label={say.annotate}>
      {ply !== null && (
        <div class="row signs" role="group" aria-label={say.signs}>
          {SIGNS.map((sign) => (
            <button
              type="button"
              key={sign}
              aria-label={say.signMeanings[sign]}
              title={say.signMeanings[sign]}
              aria-pressed={ply.sign === sign}
              onClick={() => change(annotate(record.value, path!, { sign: ply.sign === sign ? null : sign }))}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
      <textarea
        rows={2}
        aria-label={ply === null ? say.remarkOnGame : say.remark}
        placeholder={ply === null ? say.remarkOnGame : say.remark}
        value={comment}
        maxLength={2000}
        onChange={(event) => {
          const said = cleanComment(event.currentTarget.value);
          change(annotate(record.value, path ?? [], { comment: said }));
        }}
      />
      {path !== null && (
        <div class="row">
          {path.length > 1 && (
            <button type="button" onClick={() => change(promoted(record.value, path))}>
              {say.promote}
            </button>
          )}
          <button type="button" onClick={() => change(withoutPly(record.value, path))}>
            {say.remove}
          </button>
        </div>
      )}
    </section>
  );
}
