import type { TestProject } from 'vitest/node'

/** Gives the tests the database server of `main.ts`. */
export default function setup(project: TestProject): void {
  project.provide('databaseServer', process.env.MUTATED_DATABASE!)
}
