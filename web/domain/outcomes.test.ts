import { expect, it } from 'vitest'
import { knockOutcomes } from '../../api/domain/enums.ts'
import { builtInOutcomes } from '../../api/domain/outcomes/outcomes.ts'
import { OUTCOMES } from './outcomes.ts'

it('the outcomes of the client are those of the server, in its order, with their names and colors', () => {
  const shown = OUTCOMES.map(({ outcome, label, hue }) => [outcome.toLowerCase(), label, hue])
  expect(shown).toEqual(
    knockOutcomes.map((outcome) => [outcome, builtInOutcomes[outcome].name, builtInOutcomes[outcome].color]),
  )
})
