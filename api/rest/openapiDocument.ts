/** The subset of JSON Schema used by the document. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  const?: string | number | boolean
  enum?: readonly (string | null)[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  minLength?: number
  maxLength?: number
  default?: unknown
  example?: unknown
}

export interface Header {
  description?: string
  schema: Schema
}

/** An operation of the document. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; headers?: Record<string, Header>; content?: Content }>
  security?: Record<string, string[]>[]
  'x-graphql'?: string
  'x-permission': string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

/** What is posted to a webhook. */
export interface WebhookDescription {
  post: Omit<Operation, 'parameters' | 'x-permission' | 'x-graphql'>
}

export type Content = Record<string, { schema: Schema; example?: unknown }>

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, WebhookDescription>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    securitySchemes: Record<string, { type: string; scheme: string; description: string }>
  }
}
