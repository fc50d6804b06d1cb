const megabyte = 1024 * 1024

/** Limits for one document and the work on it. */
export const limits = {
  /** The uploaded file (design §6). */
  fileBytes: 10 * megabyte,
  entries: 1_000,
  /** All parts together, measured during inflation, because declared sizes may be false. */
  inflatedBytes: 40 * megabyte,
  /** One XML part. */
  markupBytes: 2 * megabyte,
  elements: 60_000,
  depth: 200,
  /** Fields in one XML part, counted by their opening braces. */
  fields: 2_000,
  /** Nesting depth of sections. */
  sections: 20,
  /** Heap of one worker. */
  heapMegabytes: 160,
  /** One step of a worker: inspecting a file, compiling a template, or printing a batch of letters. */
  stepTimeoutMs: 15_000,
} as const
