import type { Letter } from '../documents.ts'

/** Prints each letter on its own. */
export interface LetterRenderer {
  render(letter: Letter): Promise<Buffer[]>
}

/** Prints letters in batches. Each call returns the bytes that are ready. */
export interface LetterWriter {
  add(letters: Letter[]): Promise<Buffer[]>
  finish(): Promise<Buffer[]>
}
