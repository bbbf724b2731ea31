import type { Rules } from "../../../src/table/format/header.ts";
import { MOST_ATTACKING_MEN, parseEndgame } from "../../../src/endgame/endgame.ts";
import { game } from "../../../src/say/words/zh-Hans/game.ts";
import { colourOf, roleOf } from "../../../src/xiangqi/pieces.ts";
import { squareName } from "../../../src/xiangqi/squares.ts";
import type { Fault } from "../../../src/xiangqi/unreadable.ts";
import type { Counts, Dictionary, Length } from "../en/page.ts";

const RULES: Readonly<Record<Rules, string>> = { asian: "亚洲规则", chinese: "中国规则", none: "循环一律作和" };

/** @param man whose it is, such as 红方帅, where the problem is about one man; else a side */
const PROBLEMS: Readonly<Record<string, (man: string) => string>> = {
  "no-king": (man) => `缺少${man}`,
  "too-many-men": (man) => `${man}太多`,
  "unreachable-square": (man) => `${man}站在不可能到达的格子`,
  "doubled-soldiers": (man) => `两个未过河的${man}在同一路上`,
  "kings-facing": () => "将帅照面",
  "opponent-in-check": (man) => `不走棋的一方的${man}正被将军`,
};

const inBoth = (length: Length) => `${length.plies} 步（${length.moves} 回合）`;
/** How often the loser is forced, and how long that takes, as far as there is anything to tell. */
const byForce = (order: number, length: Length) => {
  const told = [order > 1 ? [`要逼 ${order} 次`] : [], length.plies > 0 ? [`${length.plies} 步`] : []].flat();
  return told.length === 0 ? "" : `（${told.join("，")}）`;
};

/** 370 万个，9800 个。 */
const some = (count: string) => `${count}${/\d$/.test(count) ? " " : ""}个`;

/** 路从红方右手数起，线从红方底线数起。 */
const FILES_OF_RED = [..."九八七六五四三二一"];
const RANKS = [..."一二三四五六七八九十"];

const AT_ONCE: Length = { plies: 0, moves: 0 };

const editor: Dictionary["editor"] = {
  men: "备用棋子",
  help: "选一个棋子，再点要放的位置；也可以直接拖动，拖出棋盘即拿掉。",
  place: (man) => `放置${man}`,
  drag: "拖动",
  remove: "拿掉",
  undo: "撤销",
  another: "按“撤销”可取回先前摆的局面。",
  clear: "清空",
  mirror: "左右对调",
  swap: "红黑互换",
  sideToMove: "先走方",
  possible: "对局中可能出现这个局面。",
  impossible: "这个局面不可能出现的原因",
  lookUp: "查询",
  play: "对弈",
  texts: "局面的文字形式",
  paste: "粘贴局面",
  pasteHint: "FEN、白氏代码、链接、棋谱……",
  take: "采用",
  paiCode: "白氏代码",
  link: "链接",
  copy: "复制",
};

const FEW = ["", "", "双", "三", "四", "五"];

/** What books call a set of advisors and elephants. */
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

/** 车双兵, 单缺象; a king alone is a 单将. */
export const sayMen = (
  { advisor, elephant, ...others }: Counts,
  kinds: Readonly<Record<string, string>> = game.roles,
) => {
  const attacking = Object.entries(others).map(([kind, count]) => (count === 0 ? "" : FEW[count]! + kinds[kind]!));
  const guards = GUARDS[`${advisor} ${elephant}`] ?? "";
  return attacking.join("") + guards || `单${game.roles.king}`;
};

const endgames: Dictionary["endgames"] = {
  name: (endgame) => {
    const { red, black } = parseEndgame(endgame);
    return `${sayMen(red)}对${sayMen(black)}`;
  },
  summary: (count, positions, size) => `共 ${count} 个残局，${positions} 个局面，${size}，全部精确`,
  find: "查找残局",
  findHint: "KRKN、knkr、车对马",
  pick: "或点选棋子",
  sides: ["一方", "另一方"],
  addMan: (role) => `加一个${role}`,
  removeMan: (role) => `去掉${role}`,
  clear: "清空",
  none: "还没有生成残局。",
  noMatch: "这里没有这样的残局。",
  oneSide: "读作一方的子力。双方之间请写“对”：车兵对车士。",
  unreadable: (fault) => {
    if (fault.kind === "sign") return `“${fault.sign}”不是棋子：请用字母（K R N C P A B）或汉字（车马炮兵士象）。`;
    if (fault.kind === "sides") return "超过了两方：一个残局只有两个将（帅）。";
    if (fault.kind === "too-many") return `一方最多有 ${fault.most} 个${game.roles[fault.role]}。`;
    return "缺少另一方，例如 KRKN、车对马。";
  },
  noEndgame: (asked) => `“${asked}”不是残局。`,
  otherOrders: (count) => `其余 ${count} 阶`,
  kinds: {
    chariot: "车类",
    horse: "马类",
    cannon: "炮类",
    soldier: "兵类",
    both: "双方都能进攻",
    none: "双方都不能进攻",
  },
  winShare: (share) => `红先胜率 ${share}`,
  longest: (colour, { plies }) => `最长：${colour} ${plies} 步`,
  noWin: "双方都不能取胜",
  proven: "已验证",
  saidProven: "据记录已验证",

  missing: "要知道每一着的结果，需先生成它的残局库。",
  damaged: (endgame) => `这里“${endgames.name(endgame)}”的残局库已损坏，重新生成之前无法给出答案。`,
  damagedHere: "以下残局的文件已损坏，重新生成之前无法给出答案：",

  all: "全部残局",
  swapped: (asked) => `“${asked}”与此相同，只是红黑互换。`,
  example: "看一个局面",
  challenge: "挑战",

  outcomes: "结果统计",
  toMove: (colour) => `${colour}先走`,
  positions: "局面数",
  wins: (colour) => `${colour}胜`,
  draws: "和",
  depend: (count) => `其中 ${count} 取决于怎样算“捉”`,
  mates: (mated, stalemated) => `其中已将死 ${mated}，已困毙 ${stalemated}`,

  distances: "步数分布",
  distancesHelp: "按步数（半回合）统计的局面数，对数刻度。单数：胜方先走；双数：负方先走（浅色）。",
  order: (order, kind, loser) =>
    kind === "conversion" ? "第 0 阶：将死、困毙或得子" : `第 ${order} 阶：${game.forbidden(loser ?? "负方", kind)}`,
  bar: (winner, plies, count) => `${winner} ${plies} 步胜：${count} 个局面`,
  chart: (winner, count, longest) => `${winner}胜 ${count} 个局面，最长 ${longest} 步。`,
  plies: "步数",
  asTable: "以表格显示",

  longestWins: "最长胜局",
  longestWin: (winner, { plies, moves }) => `${winner} ${plies} 步胜（${moves} 回合）`,
  show: "查看",
  play: "对弈",

  graph: "吃子后的残局",
  graphHelp: "每条线是失去一个子。浅色的残局这里没有。",
  loses: (colour, role) => `${colour}失${game.man(colour, role).slice(colour.length)}`,
  comesFrom: "由以下残局吃子而来",
  notHere: "未生成",
  partHere: "已生成一部分",
  cones: "兵卒不后退：在棋盘上摆出具体局面，兵卒已走远时，可以生成该局面能走到的部分。",
  parts: "已生成的部分",
  partOf: "这是该残局的一部分：兵卒至少走到了名称所示的行。3 是起始行，9 是底线，红方在前。",

  file: "文件",
  size: "大小",
  bits: (bits) => `每个局面 ${bits} 位`,
  rules: "规则",
  rulesAre: (rules, metric, edition) =>
    `${RULES[rules]}${edition === undefined ? "" : `（${edition} 年版）`}；${metric === "dtc" ? "转换距离" : "杀棋距离"}`,
  checksum: "SHA-256（文件自述）",
  builtBy: "生成程序",
  download: "下载",

  keep: {
    offer: (tables, size) => `保留以便离线使用（${tables} 个残局库，${size}）`,
    keeping: "正在保留……",
    kept: "已保留，没有网络也可查询。",
    remove: "移除",
    noRoom: (needed, free) => `需要 ${needed}，浏览器只给本页留有 ${free}。`,
    notStored: "只能保留到本页关闭：浏览器不为本页存储，或空间不足。",
  },

  exactness: "精确性",
  exactAlone: "只有一方有车马炮兵，而且这里没有谁被迫长打。",
  exactPublished: "已核对：已发表的算法在此没有遗漏任何胜负。",
  exactCorrected: (patterns, losses) =>
    `已发表的算法在此可能漏掉负局（尚有 ${patterns} 种长将长捉的着法未判明），已再用修正算法，补出负局 ${losses} 个。`,
  proof: "验证",
  notProven: (endgame) => `本机尚未验证：可运行 canju verify ${endgame}。`,
  provenElsewhere: (endgame) => `以上只是随残局库而来的记录所述，本机尚未验证：可运行 canju verify ${endgame}。`,
  provenOn: (date, version, seconds) => `${date} 由 canju ${version} 验证，用时 ${seconds} 秒。`,
  provenBy: (name, date, version) => `${date} 由 ${name} 用 canju ${version} 验证，并签名。`,
  provenPositions: (positions) => `${positions} 个局面逐一与其全部后续局面核对。`,
  checks: {
    checksums: "文件的全部校验和",
    values: "每个值与后续局面的值",
    levels: "每一阶与重新求出的循环模式",
    statistics: "计数、最长胜局与分布",
  },
  inputs: "依据",
};

const play: Dictionary["play"] = {
  intro: "残局库从不失误：胜局必胜，和局必守，败局顽抗到底。",
  fromHere: "从棋盘上的局面开始",
  skill: "对手",
  skills: { perfect: "从不失误", club: "偶有失误", learner: "常有失误" },
  yourSide: "你执",
  begin: "开始",
  challenge: "挑战",
  challengeHelp: "从一个残局中随机抽取局面，每一着都计分。",
  endgame: "残局",
  task: "任务",
  tasks: { win: "取胜", hold: "守和" },
  draw: "抽取局面",
  noSuch: "这个残局没有这样的局面。",
  anotherOne: "换一个局面",

  goals: {
    free: (colour) => `你执${colour}。`,
    win: (colour) => `${colour}先走，可胜。请走出胜法。`,
    hold: (colour) => `${colour}先走，可和。请守住。`,
  },
  yourMove: "轮到你走。",
  thinking: "残局库应着中……",
  played: (move) => `残局库走${move}。`,
  takeBack: "悔棋",
  hint: "提示",
  hintMore: "显示着法",
  hintMan: (man, square) => `看看${square}的${man}。`,
  hintMove: (move) => `残局库会走${move}。`,
  lookUp: "查看答案",
  hide: "隐藏答案",
  giveUp: "结束",
  explore: "查询这盘棋",
  moves: "对局",
  noMoves: "还没有走棋。",
  inexact: "不是最佳",
  blunder: "失误",
  score: ({ perfect, moves }, back, hints) =>
    `${moves} 着中 ${perfect} 着最佳${back === 0 ? "" : `，悔棋 ${back} 次`}${hints === 0 ? "" : `，提示 ${hints} 次`}`,

  winGone: (lost) => (lost ? "这一着丢掉了胜局，反成负局。" : "这一着丢掉了胜局，成了和局。"),
  drawGone: "这一着丢掉了和局，成了负局。",
  bestWas: (move, wins) =>
    wins === null ? `最佳是${move}，可和。` : `最佳是${move}，${wins.plies} 步（${wins.moves} 回合）胜。`,

  results: { won: "你胜了", lost: "你负了", drawn: "和棋", held: "守住了" },
  stars: (count) => `${"★".repeat(count)}${"☆".repeat(3 - count)}（三颗星得 ${count} 颗）`,
  flawless: "没有一次失误。",
  missed: "本可取胜。",
  holdGoal: (moves) => `请守住 ${moves} 回合。`,
  other: "换一种下法",
  again: "再下一次",

  held: (moves) => `和局已守住 ${moves} 回合。`,
};

/** 文字里哪一处不是局面；行自上而下数，和写法一致。 */
const sayFault = (fault: Fault) => {
  switch (fault.kind) {
    case "empty":
      return "没有文字";
    case "soldiers":
      return "同时有 S 和 P，请把兵（卒）都写成 P";
    case "no-side":
      return "缺少先走方，请在棋盘后面加 w 或 b";
    case "ranks":
      return fault.count === 1 ? "里面没有棋盘（十行，用 / 隔开）" : `棋盘有 ${fault.count} 行，应为 10 行`;
    case "letter":
      return `自上而下第 ${10 - fault.rank} 行的“${fault.text}”既不是棋子，也不是 1 到 9 的数字`;
    case "files":
      return `自上而下第 ${10 - fault.rank} 行（“${fault.text}”）有 ${fault.count} 路，应为 9 路`;
    case "side":
      return `先走方写作“${fault.text}”，应为 w 或 b`;
    case "behind":
      return `局面后面的“${fault.text}”不是它的一部分`;
    case "short":
      return `到自上而下第 ${10 - fault.rank} 行第 ${fault.count} 路就断了`;
  }
};

export const page: Dictionary = {
  ...game,
  htmlLang: "zh-Hans",
  siteName: "残局",
  tagline: "象棋残局库",
  language: "语言",
  notation: "记谱",
  notations: { chinese: "中文", wxf: "WXF", vietnamese: "越南记法", iccs: "ICCS", uci: "UCI" },
  pieceSet: "棋子",
  pieceSets: { chinese: "汉字", kai: "楷书", western: "字母" },
  settings: {
    title: "设置",
    theme: "明暗",
    themes: { device: "随系统", light: "浅色", dark: "深色" },
    line: "用箭头画出最佳着法",
    lengths: "走子时在棋盘上标出步数",
    board: "棋盘样式",
    boards: { wood: "木纹", night: "夜间" },
    moveLimit: "自然限着",
    moveLimits: { none: "不限", "50": "50 回合不吃子作和", "60": "60 回合不吃子作和" },
    sounds: "声音",
    hide: "隐藏所有结果（自己先想）",
  },
  skipToMoves: "跳到着法",
  readOut: "读出局面",
  sentence: (text) => `${text}。`,
  labelled: (label, text) => `${label}：${text}`,

  board: "棋盘",
  boardHelp: "方向键移动光标，按住 Shift 则逐个棋子移动；回车键拿起或放下棋子。",
  emptySquare: "空",
  square: (name, content) => `${name}，${content}`,
  place: (square) => `${FILES_OF_RED["abcdefghi".indexOf(square[0]!)]}路${RANKS[Number(square[1])]}线`,
  canGoHere: "可走",
  selected: "已拿起",

  toMove: (colour) => `轮到${colour}走`,
  wins: (colour, length, metric) => `${colour}胜，${inBoth(length)}内${metric === "dtc" ? "得子或将死" : "将死"}`,
  winsByRule: (winner, loser, perpetual, order, length) =>
    `${winner}胜：${game.forbidden(loser, perpetual)}${byForce(order, length)}`,
  otherwise: {
    mate: (length) => `${inBoth(length)}将死`,
    free: "不限制循环则为和棋",
    same: "不限制循环时结果相同",
    byRules: (rules, verdict) => `${rules}：${verdict}`,
  },
  draw: "和棋",
  rules: "规则",
  rulesNames: RULES,
  depends: (verdict) => `${verdict}（按本库采用的解释；取决于怎样算“捉”）`,
  limit: {
    within: (moves) => `${moves} 回合之内分出胜负，不论是否吃子。`,
    next: (moves) => `${moves} 回合之内能吃子或将死；吃子以后的着法不计在内。`,
    beyond: (moves) => `超出限着：${moves} 回合之内无法强行吃子或将死，按限着作和。`,
    unknown: (moves) => `${moves} 回合不吃子之内能否分出胜负，此库不能判断。`,
  },
  dependent: "取决于怎样算“捉”",
  convertsNow: (winner) => `${winner}胜：对方只剩吃子的着法，吃后仍负`,
  convertsByReading: (winner) => `${winner}胜：胜负取决于吃子后的局面`,
  thinking: "正在查询……",
  goal: { dtc: "到胜方吃子或将死为止", dtm: "到将死为止" },

  groups: { win: "胜着", draw: "和着", loss: "负着" },
  length: (length) => `${length.plies} 步 · ${length.moves} 回合`,
  afterCapture: (length) => `吃子，其后 ${length.plies} 步`,
  mates: "将死",
  stalemates: "困毙",
  best: "最佳",
  capture: "吃子",
  check: "将军",
  moves: "着法",
  noMoves: "无着可走。",
  suggested: "推荐",
  why: {
    ending: "立即将死或困毙",
    capture: "吃子",
    losingCapture: "吃子后仍负",
    conversion: { dtc: "将死或得子", dtm: "将死" },
    perpetual: (loser, perpetual, order) => `因为${game.forbidden(loser, perpetual)}${byForce(order, AT_ONCE)}`,
  },
  chases: (men) => `捉${men.join("、")}`,
  listing: "着法列表",
  listings: { grouped: "分组", classic: "经典" },
  classic: (order, value) => `阶：${order}，值：${value}`,
  hideValues: "隐藏数值",
  valuesHidden: "数值已隐藏。",
  moveEntry: "输入着法，任何记谱均可",
  moveEntryHint: "着法：炮二平五、h2e2……",
  noSuchMove: "没有这样的合法着法。",
  mirror: "左右镜像",
  lines: {
    title: "正解",
    play: "演示正解",
    pause: "暂停",
    toEnd: "到最后",
    speed: "每秒步数",
    defence: "负方",
    defences: { first: "最顽强", random: "最顽强，随机" },
    copyText: "复制文本",
    download: "下载",
    copyLink: "复制棋谱链接",
    openGame: "打开棋谱…",
    annotate: "加注",
    form: "格式",
    plainText: "文字",
    share: "分享…",
  },
  help: {
    title: "快捷键",
    close: "关闭",
    keys: {
      step: "退一步、进一步",
      suggest: "走推荐着法",
      line: "演示正解、暂停",
      flip: "翻转棋盘",
      mirror: "左右镜像",
      edit: "摆局",
      hide: "隐藏或显示数值",
      entry: "输入着法",
      share: "分享",
      describe: "读出局面",
      men: "在棋盘上：到上一个、下一个棋子",
      help: "本说明",
    },
  },

  undo: "悔棋",
  guide: "使用说明",
  terms: "用语和记号的意思",
  whyVerdict: "为什么？",
  licences: "开源许可",
  redo: "重走",
  suggest: "推荐着法",
  flip: "翻转棋盘",
  start: "回到开始",
  line: "已走着法",
  played: (move) => `走了${move}。`,

  navigation: "页面导航",
  views: {
    explorer: "查询",
    play: "对弈",
    studies: "排局",
    course: "实用残局",
    editor: "摆局",
    endgames: "残局",
    material: "子力",
    rules: "规则",
    compared: "规则比较",
    lesson: "课程",
    guide: "说明",
  },
  loading: "正在载入……",

  editor,
  endgames,
  play,

  stepper: {
    step: (step, steps) => `第 ${step} 着，共 ${steps} 着`,
    previous: "上一着",
    next: "下一着",
    restart: "回到开始",
    back: "回到局面",
  },
  explaining: {
    thinking: "正在寻找原因……",
    failed: "找不到原因。",
  },

  copied: "已复制。",
  cancel: "取消",

  building: {
    onServer: "在服务器上生成",
    here: "在本浏览器中生成",
    size: ({ tables, positions }) => `${tables} 个残局库，约 ${some(positions)}局面；无需安装软件`,
    ofCone: "兵卒不后退，因此只生成本局面能走到的部分。",
    asianOnly: "这类残局中局面能走到的部分，可按亚洲规则生成，不能按中国规则生成。",
    about: (time) => `（约 ${time}）`,
    byItself: (time) => `${time}之内能完成的自动生成`,
    details: "需要多少资源",
    takes: (least, most) => `单核生成需 ${least}到 ${most}。`,
    serverTakes: (bytes) => `在服务器上文件约占 ${bytes}。`,
    hereTakes: (memory, room) => `在本浏览器中最多需要 ${memory} 内存和 ${room} 磁盘空间。`,
    serverLimit: (positions) => `服务器最多生成 ${some(positions)}局面。`,
    queued: (ahead) => (ahead === 0 ? "服务器队列中的下一个" : `服务器队列中，前面还有 ${ahead} 个`),
    tooLarge: {
      positions: (needed, most) => `约 ${some(needed)}局面，浏览器中无法生成（最多 ${some(most)}）。`,
      memory: (needed, most) => `本浏览器中无法生成：最多需要 ${needed} 内存，这里最多可用 ${most}。`,
      room: (needed, most) => `本浏览器中无法生成：最多需要 ${needed} 磁盘空间，浏览器只给本页留有 ${most}。`,
    },
    working: (endgame) => `正在生成“${endgames.name(endgame)}”`,
    phase: (endgame, phase) => `${endgames.name(endgame)}：${phase}`,
    phases: {
      start: "开始",
      load: "读取后继残局",
      captures: "查出吃子后的结果",
      "red wins": "求红方胜局",
      "black wins": "求黑方胜局",
      perpetuals: "判定长将与长捉",
      slices: "按兵卒所到横线分批求解",
      writing: "写成残局库",
    },
    pace: (positions, seconds) => `每秒 ${some(positions)}局面，约剩 ${seconds} 秒`,
    failed: (detail) => `未能生成：${detail}`,
  },

  known: {
    usually: {
      always: (colour) => `${colour}必胜`,
      never: () => "必和",
      won: (colour) => `${colour}例胜，例外极少`,
      "mostly-won": (colour) => `${colour}多胜`,
      open: (colour) => `${colour}有胜有和，视局面而定`,
      "mostly-drawn": (colour) => `多为和棋，${colour}有机会取胜`,
      drawn: () => "例和，例外极少",
      both: () => "双方都有机会取胜",
    },
    first: (colour, verdict) => `${verdict}（${colour}先走）`,
    title: (called) => `${called}：结果如何`,
    shares: (mover, won, drawn, lost) => `${mover}先走：胜 ${won}，和 ${drawn}，负 ${lost}`,
    longest: (colour, length) => `${colour}最长胜法：${length.moves} 回合`,
    typical: {
      win: (colour) => `典型胜局：${colour}先走`,
      draw: (colour) => `典型和局：${colour}先走`,
      loss: (colour) => `典型负局：${colour}先走`,
    },
    notThis: "这是该残局全部局面的统计，已证明无误；当前局面的结果要由残局库给出。",
    all: "查看全部已证明的结果",
    more: "其他参考",
  },
  errorTitle: "没有答案",
  proven: (winner, plies) => (plies === 0 ? `${winner}已胜` : `${winner}必胜，至多 ${plies} 步`),
  openingPosition: "开局局面",
  thisPosition: "这个局面",
  retry: "重试",
  updated: {
    told: "本页有新版本，旧版的部分内容已无法载入。",
    loading: "本页已更新，正在重新载入…",
    reload: "重新载入",
  },
  errors: {
    missingTable: (endgame) => `这里还没有“${endgames.name(endgame)}”的残局库。`,
    beyondTables: (called, attackingMen) =>
      `${called}${/\w$/.test(called) ? " " : ""}有车马炮兵 ${attackingMen} 个，这里生成的整个残局最多 ${MOST_ATTACKING_MEN} 个。`,
    byOtherRules: (by, chosen) =>
      `此处没有所选规则（${chosen}）的残局库，显示的是${by}下的结果；长将、长捉的判决可能不同。`,
    damagedTable: () => "这个残局的文件已损坏，无法给出答案。",
    illegalPosition: (problem) => `不可能出现的局面：${problem}`,
    unreadable: (fault) => `这不是局面：${sayFault(fault)}。`,
    noMove: (text) => `局面后的着法只读到“${text}”为止：它不是合法着法。`,
    nothingThere: (text) => `链接所要的“${text}”这里没有。`,
    noSide: (colour) => `没有写明哪方先走，这里按${colour}先走。`,
    otherSide: (colour) => `改为${colour}先走`,
    offline: "无法连接服务器。",
    codes: {
      "browser-files": "浏览器为生成残局库暂存的文件已被删除或无法读取，请重新生成。",
      "browser-full": "浏览器没有更多磁盘空间给本页使用。",
      "disk-full": "服务器磁盘已满。",
      "does-not-fit": "内存不够。",
      internal: "服务器出错了，详情见其日志。",
      "other-rules": "这里的残局库按规则的另一版本或另一种解释生成，现在生成的与之不能并用。",
      "queue-full": "服务器等待生成的残局太多，请稍后再试。",
      source: "残局库的文件无法读取。",
      "source-ignores-ranges":
        "本站的主机不支持按字节范围读取，请求一部分时仍发来整个文件，而这个残局库太大，无法整个下载。主机须支持 Range 请求。",
      timeout: "服务器用时过长，请再试一次。",
      "too-many-requests": "查询太频繁，请过几秒再试。",
    },
    other: (detail) => `出错了：${detail}`,
  },
  badLink: {
    title: "这个链接里没有局面",
    text: "链接里写的内容，可以在此改正",
    setUp: "在棋盘上改正",
    help: "局面可以写成 FEN（十行棋盘，然后 w 或 b）或白氏代码。目前没有查询任何局面。",
  },
  problem: ({ code, message, man, square }, place) => {
    const whose = man === undefined ? "" : game.man(game.colours[colourOf(man)], game.roles[roleOf(man)]);
    return `${PROBLEMS[code]?.(whose) ?? message}${square === undefined ? "" : `（${place(squareName(square))}）`}。`;
  },
};
