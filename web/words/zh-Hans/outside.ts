import type { OutsideWords } from "../en/outside.ts";

export const outside: OutsideWords = {
  captures: "吃子后进入已解残局的着法",
  exact: "精确",
  noCaptures: "这里没有吃子的着法进入已有的残局库。",
  material: "只看子力，不看位置",
  estimate: "估计，并非精确",
  caution: "这一估计不考虑棋子此时的位置。",
  more: "全部理由与相近的子力",
  beyond: "这个残局无法生成：最多能解四个攻子。吃子之后才会进入可解的残局。",
  engine: {
    title: "引擎的看法",
    opinion: "仅为看法，并非精确",
    about:
      "Fairy-Stockfish 在本浏览器中计算数秒（0.5 MB，首次询问时加载）后作出估计：≈ 以兵为单位，从走子一方看。它不按残局库所依据的长捉规则判断。残局库已知的着法，以库中的值代替估计。",
    notIsolated:
      "本可以询问引擎的看法，但引擎的线程需要与其他网页隔离的页面：须经 https 或在本机打开，并有 COOP 与 COEP 两个响应头。本页不满足。",
    ask: "询问引擎",
    longer: "让它多想一会儿",
    stop: "停止",
    thinking: (depth) => (depth === 0 ? "正在加载引擎……" : `计算中：深度 ${depth} 步……`),
    depth: (depth) => `搜索深度 ${depth} 步。`,
    notLoaded: "无法载入引擎：它要从服务器下载。在本浏览器里询问过一次之后，离线也可使用。",
    noAnswer: "引擎没有回答。",
    mates: (moves) => `预计 ${moves} 回合内成杀`,
    isMated: (moves) => `预计 ${moves} 回合内被杀`,
    refuted: (answer) => `之后 ${answer}：`,
    enters: (endgame) => `此变化进入 ${endgame}：`,
  },
};
