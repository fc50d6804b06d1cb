import type { Router } from 'express'
import { messages } from '../domain/messages.ts'
import { authorize } from '../domain/permissions.ts'
import { templateTagOf } from '../domain/templateTags.ts'
import {
  deleteTemplate,
  listTemplates,
  listTemplateTags,
  readTemplateFile,
  uploadTemplate,
} from '../usecases/templates.ts'
import { pathPart } from './body.ts'
import type { Serve } from './handler.ts'
import { presentTemplate } from './presenters.ts'
import { readUpload } from './upload.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export function templateRoutes(router: Router, serve: Serve): void {
  router.get(
    '/templates/tags',
    serve(async (ctx) => {
      const entries = await listTemplateTags(ctx)
      const data = entries.map(({ tag, template, templateId }) => ({ tag, template, template_id: templateId }))
      return { data, total: data.length }
    }),
  )
  router.get(
    '/templates/list',
    serve(async (ctx) => {
      const templates = await listTemplates(ctx)
      return { data: templates.map(presentTemplate), total: templates.length }
    }),
  )
  router.get(
    '/templates/download/:id',
    serve(async (ctx, request, response) => {
      const { filename, content } = await readTemplateFile(ctx, pathPart(request, 'id'))
      response.attachment(filename).setHeader('Content-Type', wordDocument)
      response.send(content)
    }),
  )
  router.post(
    '/templates/upload',
    serve(async (ctx, request) => {
      // Before anything of the file is read.
      authorize(ctx.actor, 'template.manage')
      const { filename, content, fields } = await readUpload(request, 'Please select a file to upload')
      const tag = fields['tag'] ? templateTagOf(fields['tag'], 'tag') : null
      const template = await uploadTemplate(ctx, { filename, content, tag })
      return { data: presentTemplate(template), message: messages.templateUploaded }
    }, 201),
  )
  router.delete(
    '/templates/:id',
    serve(async (ctx, request) => {
      await deleteTemplate(ctx, pathPart(request, 'id'))
      return { message: messages.templateDeleted }
    }),
  )
}
