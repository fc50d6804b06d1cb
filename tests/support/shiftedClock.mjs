// Preloaded with --import: shifts the clock of this process by TEST_CLOCK_OFFSET_MS, as if the machine's clock were wrong.
const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + offsetMs
  }
}
