/** Known counts of the small boards; rows in the order of FORWARD_ROWS, then BACKWARD_ROWS. */
export interface SmallBoard {
  readonly size: number;
  readonly pieces: number;
  readonly states: number;
  /** Moves, counting those of finished states as if play went on. */
  readonly edges: number;
  /** Finished states won by each player. */
  readonly terminals: number;
  readonly forward: readonly number[];
  readonly directBackward: readonly number[];
  readonly backward: readonly number[];
  readonly iterations: readonly number[];
  /** Distance of the start, which max wins. */
  readonly startDepth: number;
}

export const SMALL_BOARDS: readonly SmallBoard[] = [
  {
    size: 2,
    pieces: 1,
    states: 24,
    edges: 40,
    terminals: 3,
    forward: [55, 38, 40, 28, 37, 22],
    directBackward: [4, 8],
    backward: [13, 18, 8, 8],
    iterations: [3, 3, 2, 3, 2, 2, 3, 3, 3, 3],
    startDepth: 3,
  },
  {
    size: 3,
    pieces: 1,
    states: 144,
    edges: 476,
    terminals: 8,
    forward: [865, 450, 608, 308, 438, 218],
    directBackward: [21, 42],
    backward: [152, 184, 109, 98],
    iterations: [9, 9, 6, 6, 4, 4, 9, 9, 9, 9],
    startDepth: 9,
  },
  {
    size: 4,
    pieces: 1,
    states: 480,
    edges: 1928,
    terminals: 15,
    forward: [4270, 2240, 3102, 1499, 2165, 982],
    directBackward: [83, 166],
    backward: [537, 678, 395, 394],
    iterations: [13, 13, 9, 9, 6, 6, 13, 13, 13, 13],
    startDepth: 13,
  },
  {
    size: 5,
    pieces: 1,
    states: 1200,
    edges: 5308,
    terminals: 24,
    forward: [14_088, 7440, 10_458, 5010, 7138, 3050],
    directBackward: [230, 460],
    backward: [1256, 1680, 910, 988],
    iterations: [17, 17, 12, 12, 8, 8, 17, 17, 17, 17],
    startDepth: 17,
  },
  {
    size: 7,
    pieces: 1,
    states: 4704,
    edges: 22_940,
    terminals: 48,
    forward: [81_687, 43_566, 64_490, 29_915, 41_294, 16_546],
    directBackward: [999, 1998],
    backward: [4314, 6172, 3009, 3562],
    iterations: [25, 25, 19, 19, 12, 12, 25, 25, 25, 25],
    startDepth: 25,
  },
  {
    size: 3,
    pieces: 2,
    states: 1512,
    edges: 8364,
    terminals: 105,
    forward: [8802, 3282, 6613, 2616, 5640, 1948],
    directBackward: [152, 304],
    backward: [2455, 2622, 1956, 1624],
    iterations: [10, 10, 7, 7, 6, 6, 10, 10, 10, 10],
    startDepth: 9,
  },
  {
    size: 4,
    pieces: 2,
    states: 21_840,
    edges: 167_088,
    terminals: 455,
    forward: [260_227, 122_784, 200_307, 90_732, 138_907, 53_643],
    directBackward: [3697, 7394],
    backward: [42_098, 51_350, 35_330, 37_814],
    iterations: [18, 18, 13, 13, 9, 9, 18, 18, 18, 18],
    startDepth: 15,
  },
  {
    size: 5,
    pieces: 2,
    states: 151_800,
    edges: 1_322_508,
    terminals: 1265,
    forward: [2_616_945, 1_352_870, 2_175_262, 980_331, 1_331_660, 534_026],
    directBackward: [29_652, 59_304],
    backward: [278_895, 359_948, 233_912, 269_982],
    iterations: [25, 25, 20, 20, 12, 12, 25, 25, 25, 25],
    startDepth: 21,
  },
  {
    size: 6,
    pieces: 2,
    states: 706_860,
    edges: 6_583_248,
    terminals: 2805,
    forward: [15_823_369, 8_505_488, 12_623_495, 6_081_814, 8_177_370, 3_202_329],
    directBackward: [147_433, 294_866],
    backward: [1_208_272, 1_639_658, 1_005_080, 1_233_274],
    iterations: [32, 32, 24, 24, 16, 16, 32, 32, 32, 32],
    startDepth: 27,
  },
  {
    size: 4,
    pieces: 3,
    states: 320_320,
    edges: 3_400_400,
    terminals: 5434,
    forward: [4_763_388, 2_409_380, 3_778_165, 1_677_857, 2_483_623, 944_936],
    directBackward: [52_442, 104_884],
    backward: [946_362, 1_210_680, 844_078, 1_006_112],
    iterations: [22, 22, 17, 17, 11, 11, 22, 22, 22, 22],
    startDepth: 21,
  },
];
