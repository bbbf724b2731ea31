/** The letters of a file of games. */
import { textOfProgramFile } from "./program-files.ts";

/**
 * Files of games are UTF-8, or, from older programs, GB 18030, with GBK and GB 2312 in it; UTF-16 begins with its mark. XQF, CBR
 * and CBL are told as DhtmlXQ.
 */
export function decodeGameFile(bytes: Uint8Array): string {
  const told = textOfProgramFile(bytes);
  if (told !== null) return told;
  const mark = bytes[0]! * 256 + bytes[1]!;
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
