import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, it } from 'vitest'
import { makeSchema } from './all.ts'

interface Described {
  name: string
  description?: string | null
}

it('every type, field, argument and enum value of the schema has a description', async () => {
  const missing: string[] = []
  const checkDescription = (path: string, thing: Described) => {
    const description = thing.description?.trim() ?? ''
    // A description such as 'The id.' only repeats the name.
    if (description === '' || /^(the|its|an?) \w+\.?$/i.test(description)) missing.push(`${path}: ${description}`)
  }
  const schema = await makeSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    // Built-in types of GraphQL.
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    checkDescription(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) checkDescription(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) checkDescription(`${type.name}.${field.name}`, field)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        checkDescription(`${type.name}.${field.name}`, field)
        for (const arg of field.args) checkDescription(`${type.name}.${field.name}(${arg.name})`, arg)
      }
  }
  expect(missing).toEqual([])
})
