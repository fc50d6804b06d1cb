import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, it } from 'vitest'
import { makeSchema } from './schema.ts'

interface Described {
  name: string
  description?: string | null
}

it('the schema says of everything in it what it is', async () => {
  const missing: string[] = []
  const look = (path: string, thing: Described) => {
    const words = thing.description?.trim() ?? ''
    // 'The id.' says nothing that the name does not.
    if (words === '' || /^(the|its|an?) \w+\.?$/i.test(words)) missing.push(`${path}: ${words}`)
  }
  const schema = await makeSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    // The language's own.
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    look(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        look(`${type.name}.${field.name}`, field)
        for (const arg of field.args) look(`${type.name}.${field.name}(${arg.name})`, arg)
      }
  }
  expect(missing).toEqual([])
})
