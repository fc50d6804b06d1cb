import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { IdArg, InputArg, MessageResult } from '../schema/common.ts'
import {
  CheckParcelImportInput,
  ParcelImport,
  ParcelImportHead,
  ParcelsAround,
  StartParcelImportInput,
} from '../schema/parcelImports.ts'
import { undoableUntil, type ParcelImport as StoredImport } from '../usecases/parcelImports/parcelImportRows.ts'
import {
  checkParcelImport,
  deleteParcelImport,
  listParcelImports,
  publishParcelImport,
  readParcelImportHead,
  startParcelImport,
  undoParcelImport,
} from '../usecases/parcelImports/parcelImports.ts'
import { readParcelsAround } from '../usecases/parcelImports/parcelsAround.ts'

const present = (stored: StoredImport): ParcelImport => ({ ...stored, undoableUntil: undoableUntil(stored) })
const idText = 'Id of the import.'

@Resolver()
export class ParcelImportsResolver {
  @Query(() => ParcelsAround, {
    description: "How many parcels lie around the company's address, and who provides them.",
  })
  parcelsAround(@Ctx('ctx') ctx: Context): Promise<ParcelsAround> {
    return readParcelsAround(ctx)
  }

  @Query(() => [ParcelImport], { description: "The company's newest imports of parcels, at most 50." })
  async parcelImports(@Ctx('ctx') ctx: Context): Promise<ParcelImport[]> {
    return (await listParcelImports(ctx)).map(present)
  }

  @Query(() => ParcelImportHead, { description: 'The columns and first records of an uploaded file of parcels.' })
  parcelImportHead(@Ctx('ctx') ctx: Context, @IdArg(idText) id: string): Promise<ParcelImportHead> {
    return readParcelImportHead(ctx, id)
  }

  @Mutation(() => ParcelImport, {
    description:
      'Begins an import of parcels that the company alone finds. Its parts follow with `POST /api/parcel-imports/{id}/parts`. Fails with CONFLICT while another one is under way.',
  })
  async startParcelImport(
    @Ctx('ctx') ctx: Context,
    @InputArg(StartParcelImportInput, 'Name and size of the file.') input: StartParcelImportInput,
  ): Promise<ParcelImport> {
    return present(await startParcelImport(ctx, input))
  }

  @Mutation(() => ParcelImport, {
    description: 'Starts the job that reads an uploaded file of parcels and prepares them. Nobody finds them yet.',
  })
  async checkParcelImport(
    @Ctx('ctx') ctx: Context,
    @IdArg(idText) id: string,
    @InputArg(CheckParcelImportInput, 'How to read it.') { mapping }: CheckParcelImportInput,
  ): Promise<ParcelImport> {
    const columns = Object.fromEntries(mapping.map(({ field, column }) => [field, column]))
    return present(await checkParcelImport(ctx, id, columns))
  }

  @Mutation(() => ParcelImport, {
    description:
      'Lets the company find the parcels of a checked import, instead of those of its earlier one with the same name.',
  })
  async publishParcelImport(@Ctx('ctx') ctx: Context, @IdArg(idText) id: string): Promise<ParcelImport> {
    return present(await publishParcelImport(ctx, id))
  }

  @Mutation(() => ParcelImport, {
    description: 'Hides the parcels of an import again, within 24 hours, and shows those that it replaced.',
  })
  async undoParcelImport(@Ctx('ctx') ctx: Context, @IdArg(idText) id: string): Promise<ParcelImport> {
    return present(await undoParcelImport(ctx, id))
  }

  @Mutation(() => MessageResult, {
    description: 'Removes an import that is not published, with its file. A check that runs ends.',
  })
  async deleteParcelImport(@Ctx('ctx') ctx: Context, @IdArg(idText) id: string): Promise<MessageResult> {
    await deleteParcelImport(ctx, id)
    return { message: messages.parcelImportRemoved }
  }
}
