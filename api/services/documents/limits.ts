const megabyte = 1024 * 1024

/** How much one document, and the work on it, may take. */
export const limits = {
  /** The file as it is uploaded (design §6). */
  fileBytes: 10 * megabyte,
  entries: 1_000,
  /** All parts together, counted while they are inflated; what the archive declares is not believed. */
  inflatedBytes: 40 * megabyte,
  /** One part of markup. */
  markupBytes: 2 * megabyte,
  elements: 60_000,
  depth: 200,
  /** Fields in one part of markup, counted by their braces. */
  fields: 2_000,
  /** Sections within sections. */
  sections: 20,
  /** Heap of one worker. */
  heapMegabytes: 160,
  /** One step of a worker: inspecting a file, compiling a template, making some letters. */
  stepTimeoutMs: 15_000,
} as const
