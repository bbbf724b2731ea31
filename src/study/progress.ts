/** Told after every sweep: which (from 0) and how many states it solved. */
export type Progress = (sweep: number, solved: number) => void;
