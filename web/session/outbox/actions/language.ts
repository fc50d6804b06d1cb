import { languageName } from '../../../domain/labels.ts'
import { type Action, propertyOf } from './action.ts'

/** The language of a household, as a rep hears it at the door. */
export const language: Action = {
  kind: 'LANGUAGE',
  describe: ({ action }) =>
    action.language?.language ? `Language: ${languageName(action.language.language)}` : 'Language unknown',
  hidesWhenRefused: true,
  show: {
    Property: { of: propertyOf, fields: { language: (_, { action }) => action.language?.language ?? null } },
  },
}
