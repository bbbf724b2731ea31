import type { GuideWords } from "../dictionary.ts";

export const guide: GuideWords = {
  title: "使用说明、资料来源与致谢",
  terms: {
    title: "用语和记号的意思",
    items: [
      ["步、回合", "一方走一次为一步；旁边写的是胜方的着数：5 步即 3 回合。"],
      ["转换（得子）", "到胜方得子或将死为止。吃子之后是另一个残局，步数另算。"],
      ["阶", "0：由将死、困毙或吃子决定。1 以上：负方要有这么多次被迫长将或长捉，而规则不许。"],
      ["★", "最佳下法会走的一着。同组中步数相同的着法一样好。"],
      ["×  +", "这一着吃子；这一着将军。"],
      ["⊕", "这一着捉子：威胁白吃对方一个子。指着它就能看到是哪个子。"],
      ["精确", "每个数值都来自算到终局的残局库；凡是估计的都会说明是估计。"],
    ],
  },
  card: {
    title: "残局的每一着，都已算到终局",
    steps: [
      "在棋盘上走一着，或在列表里点一着：每一着都写明胜、和、负以及多少步。",
      "“摆局”可以摆出自己的局面：拖动棋子，或粘贴 FEN、链接。",
      "“对弈”可以与从不失误的对手下一盘。",
    ],
    more: "使用说明",
    dismiss: "知道了",
  },
  sections: [
    {
      title: "查询",
      lines: [
        "着法上方的一行写明谁胜、多少步。着法按胜、和、负以及由什么决定分组。",
        "着法可以直接输入，中文（炮二平五）、WXF（C2=5）、ICCS、UCI 均可。“演示正解”为双方走出最佳着法。",
        "眼睛图标可以隐藏数值，先自己想。由禁止的循环决定的局面，“为什么？”会演示循环以及每一种脱离它的后果。",
      ],
    },
    {
      title: "摆局与对弈",
      lines: [
        "点选棋子再点位置，或直接拖动；拖出棋盘即拿掉。对局中不可能出现的局面会标出原因。",
        "与残局库对弈可以悔棋、要提示。挑战是从一个残局中随机抽取局面，要求取胜或守和，每一着都计分。",
      ],
    },
    {
      title: "残局",
      lines: [
        "可以用字母（KRKN）或汉字（车对马）查找，也可以点选棋子。每个残局都有一页：结果、步数、最长胜局、文件和验证。",
        "缺少的残局可以由服务器或浏览器当场生成，除非太大。残局库最多四个攻子（车、马、炮、兵）。",
      ],
    },
    {
      title: "规则",
      lines: ["按亚洲规则：长将、长捉一子者负，双方都如此则和；无着可走者负。不计步数限制。"],
    },
    {
      title: "没有网络时",
      lines: ["本页可以离线打开，查过的局面、在本浏览器中生成的残局，以及在残局页上选择保留的残局都在。"],
    },
  ],
  sources: {
    title: "资料来源",
    items: [
      "Haw-ren Fang：The Nature of Retrograde Analysis for Chinese Chess——长将、长捉如何决定胜负。",
      "Bo-Nian Chen、Pangfeng Liu、Shun-Chin Hsu、Tsan-sheng Hsu：Knowledge Inferencing on Chinese Chess Endgames——子力的价值。",
      "Nathan R. Sturtevant、Abdallah Saffidine：A Study of Forward versus Backward Endgame Solvers。",
      "Jih-tung Pai：Chinese Chess Endgame Databases Query System——数值与着法的列法。",
      "徐芝《适情雅趣》（1570 年）：排局中的局面，录自 Careone 的 xiangqi-tools 项目（BSD 许可），原录未载结论：末卷为和局，依局名自第 469 局起；数值均出自残局库。",
    ],
  },
  thanks: {
    title: "致谢",
    items: [
      "感谢 Jih-tung Pai：他的查询系统多年来为棋手提供精确的残局；他的代码和网址在这里同样可用。",
      "感谢 Fairy-Stockfish 的作者们：残局库所不知的局面，它给出看法。",
      "感谢本页所用自由软件的作者们，许可一页列有他们的名字。",
    ],
  },
};
