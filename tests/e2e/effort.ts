import type { Locator } from '@playwright/test'
import { expect } from './mapPage.ts'
import { test } from './fixtures.ts'

/** What a person does or waits for. */
type Part = keyof typeof secondsFor

/** The seconds that each part may take somebody who sees the screen for the first time. What they read is in the time of their taps. */
const secondsFor = {
  tap: 6,
  /** An address, a password: what has to be thought of or looked up. */
  typed: 20,
  /** A name of a person or company. */
  name: 10,
  /** To find a file on the device, after the tap that opens the dialog for it. */
  file: 45,
  /** To take a phone, open its camera and hold it to a code. */
  scan: 30,
  /** Until the next screen is there. */
  wait: 5,
}

type Counts = Record<Part, number>

const none = (): Counts => ({ tap: 0, typed: 0, name: 0, file: 0, scan: 0, wait: 0 })

/** Counts what the people of a test do, by its steps. A tap into a field that is typed in is part of the typing. */
export function measureEffort() {
  const steps: { title: string; counts: Counts }[] = []
  const add = (part: Part) => void (steps.at(-1)!.counts[part] += 1)
  return {
    step: async (title: string, work: () => Promise<void>) => {
      steps.push({ title, counts: none() })
      await test.step(title, work)
    },
    tap: async (target: Locator) => {
      add('tap')
      await target.click()
    },
    type: async (field: Locator, text: string) => {
      add('typed')
      await field.fill(text)
    },
    typeName: async (field: Locator, name: string) => {
      add('name')
      await field.fill(name)
    },
    chooseFile: async (field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      add('tap')
      add('file')
      await field.setInputFiles(file)
    },
    /** A code is held to a phone, which offers to open its link. */
    scan: async (open: () => Promise<unknown>) => {
      add('scan')
      add('tap')
      await open()
    },
    waitFor: async (target: Locator) => {
      add('wait')
      await expect(target).toBeVisible()
    },
    /** The sum of each part, and the seconds that all of them may take. */
    total: () => {
      const counts = sum(steps.map((step) => step.counts))
      return { counts, seconds: secondsOf(counts) }
    },
    /** Each step in a line. */
    lines: () =>
      steps.map(({ title, counts }) => {
        const parts = Object.entries(counts).flatMap(([part, count]) => (count > 0 ? `${count} ${part}` : []))
        return `${title}: ${parts.join(', ')} = ${secondsOf(counts)} s`
      }),
  }
}

const sum = (all: readonly Counts[]): Counts =>
  all.reduce((total, counts) => {
    for (const part of Object.keys(counts) as Part[]) total[part] += counts[part]
    return total
  }, none())

const secondsOf = (counts: Counts): number =>
  (Object.entries(counts) as [Part, number][]).reduce((seconds, [part, count]) => seconds + count * secondsFor[part], 0)
