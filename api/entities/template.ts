import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { TemplateTag } from '../domain/templateTags.ts'

/** A Word document with merge fields. Its file is read by name alone, never with a list. */
export const Template = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    filename: p.string(),
    /** The file name as it is compared: two that differ in case are one. */
    filenameKey: p.string(),
    tag: p.string().$type<TemplateTag>().nullable(),
    size: p.integer(),
    content: p.blob(),
    uploadedBy: p.uuid(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime(),
  }),
})
export type Template = InferEntity<typeof Template>
