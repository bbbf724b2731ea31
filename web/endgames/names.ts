/** Endgames in words: chariot against two advisors, 车对双士. */
import { MEN, parseEndgame, type AttackingRole, type DefendingRole, type MenCount } from "../../src/endgame/endgame.ts";
import type { Role } from "../../src/xiangqi/pieces.ts";

type Roles = Readonly<Record<Role, string>>;

/** `chariot and two soldiers`. */
export function listMen(
  men: MenCount,
  sayMen: (count: number, role: AttackingRole | DefendingRole) => string,
): string[] {
  return MEN.filter((role) => men[role] > 0).map((role) => sayMen(men[role], role));
}

const FEW = ["", "", "双", "三", "四", "五"];

/** What Chinese books call a set of advisors and elephants, in simplified characters. */
const GUARDS: Readonly<Record<string, string>> = {
  "2 2": "士象全",
  "2 1": "单缺象",
  "1 2": "单缺士",
  "1 1": "单士象",
  "2 0": "双士",
  "0 2": "双象",
  "1 0": "单士",
  "0 1": "单象",
};

const TRADITIONAL: Readonly<Record<string, string>> = { 双: "雙", 单: "單" };

/** 车双兵对单缺象; a king alone is a 单将. */
export function chineseName(name: string, roles: Roles, against: string, traditional: boolean): string {
  const write = (text: string) => (traditional ? text.replaceAll(/[双单]/g, (sign) => TRADITIONAL[sign]!) : text);
  const side = (men: MenCount) => {
    const attacking = (["chariot", "horse", "cannon", "soldier"] as const).map((role) =>
      men[role] === 0 ? "" : FEW[men[role]]! + roles[role],
    );
    const guards = GUARDS[`${men.advisor} ${men.elephant}`] ?? "";
    return write(attacking.join("") + guards) || write("单") + roles.king;
  };
  const { red, black } = parseEndgame(name);
  return `${side(red)}${against}${side(black)}`;
}
