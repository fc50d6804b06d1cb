import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { PrintCheck, PrintConfiguration, PrintSelection } from '../schema/printing.ts'
import { checkPrint } from '../usecases/printing/printCheck.ts'
import { readPrintConfiguration } from '../usecases/printing/printConfiguration.ts'

@Resolver()
export class PrintingResolver {
  @Query(() => PrintCheck, { description: 'Checks the selected leads before printing.' })
  printCheck(
    @Ctx('ctx') ctx: Context,
    @Arg('selection', () => PrintSelection, { description: 'The leads to print.' }) selection: PrintSelection,
    @Arg('templateId', () => ID, { nullable: true, description: 'The template to compare tags with.' })
    templateId?: string | null,
  ): Promise<PrintCheck> {
    return checkPrint(ctx, selection, templateId)
  }

  @Query(() => PrintConfiguration, { description: 'What this server can print: the sheets of labels, and PDF.' })
  printConfiguration(@Ctx('ctx') ctx: Context): PrintConfiguration {
    return readPrintConfiguration(ctx)
  }
}
