import { API_BASE, type Endpoint } from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import { ERRORS } from '@cusp/contract/errors';
import * as z from 'zod';

const ERROR_REF = { $ref: '#/components/schemas/Error' };

/** The OpenAPI 3.1 document of the contract, generated from the served definitions. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, subject, endpoint } of ENDPOINTS) {
    const path = API_BASE + endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, subject, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cusp',
      version,
      description:
        'Exchange of dental cases. Paths work with and without their trailing slash. ' +
        'Mutating calls may send an `action-id` header; the live event that follows carries it.',
    },
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-cusp' },
      },
    },
  };
}

const SECURITY = { public: [], user: [{ bearer: [] }], cookie: [{ bearer: [] }, { cookie: [] }] };

const MEDIA = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
};

function operation(name: string, subject: string, endpoint: Endpoint) {
  const body = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object' };
  const media = MEDIA[endpoint.encoding ?? 'json'];
  return {
    operationId: name,
    tags: [subject],
    summary: endpoint.summary,
    security: SECURITY[endpoint.access],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body || endpoint.encoding
      ? { requestBody: { content: { [media]: { schema: body } } } }
      : {}),
    responses: {
      ...(endpoint.reply === 'redirect'
        ? { 303: { description: 'The browser window goes on' } }
        : { [endpoint.empty ?? 200]: { description: 'OK', content: replyContent(endpoint) } }),
      default: { description: 'Refused', content: { 'application/json': { schema: ERROR_REF } } },
    },
  };
}

function replyContent(endpoint: Endpoint) {
  if (endpoint.reply === 'redirect' || endpoint.empty) return {};
  if (endpoint.reply === 'bytes')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (endpoint.reply === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  return { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } };
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

function errorSchema() {
  return {
    type: 'object',
    required: ['code', 'detail', 'request_id'],
    properties: {
      code: { enum: Object.keys(ERRORS) },
      detail: { type: 'string' },
      request_id: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  };
}
