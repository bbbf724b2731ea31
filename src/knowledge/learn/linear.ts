/** Linear algebra of symmetric positive matrices, held as rows one behind the other. */

/** The lower triangle L of a matrix L Lᵀ, in its place. */
export function decompose(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]!;
      const [a, b] = [row * size, column * size];
      for (let i = 0; i < column; i++) sum -= matrix[a + i]! * matrix[b + i]!;
      matrix[a + column] = row === column ? Math.sqrt(sum) : sum / matrix[b + column]!;
    }
  }
}

/** Solves L Lᵀ x = values. */
export function solve(lower: Float64Array, values: Float64Array): Float64Array {
  const size = values.length;
  const found = values.slice();
  for (let row = 0; row < size; row++) {
    let sum = found[row]!;
    for (let i = 0; i < row; i++) sum -= lower[row * size + i]! * found[i]!;
    found[row] = sum / lower[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    const value = (found[row]! /= lower[row * size + row]!);
    for (let i = 0; i < row; i++) found[i]! -= lower[row * size + i]! * value;
  }
  return found;
}

/** The inverse of L Lᵀ. */
export function invert(lower: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    const unit = new Float64Array(size);
    unit[row] = 1;
    inverse.set(solve(lower, unit), row * size);
  }
  return inverse;
}
