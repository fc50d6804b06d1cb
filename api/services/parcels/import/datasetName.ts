import { Refused } from '../../../domain/errors.ts'

const reservedName = 'demo'

/** Throws `Refused` unless parcels can be imported into a data set of this name. */
export function assertDatasetName(name: string): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,62}$/u.test(name))
    throw new Refused(`'${name}' is not a valid data set name: use letters, digits, dots and dashes.`)
  if (name === reservedName)
    throw new Refused(`The name '${reservedName}' is reserved for the demo town. Choose another name.`)
}
