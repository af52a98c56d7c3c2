import * as imports from '../imports.ts';
import { type RouteContract, route } from './route.ts';

export const importsRoutes = {
  'POST /api/v1/user/imports': route({
    access: 'member',
    tag: 'Imports',
    summary: 'Upload an export of another service',
    query: imports.ImportUploadQuery,
    upload: true,
    replies: { 202: imports.ImportReply },
  }),
  'GET /api/v1/user/imports': route({
    access: 'member',
    tag: 'Imports',
    summary: 'Imports of the caller, newest first',
    replies: { 200: imports.ImportsReply },
  }),
  'GET /api/v1/user/imports/{id}': route({
    access: 'member',
    tag: 'Imports',
    summary: 'One import with a page of its preview',
    params: imports.ImportParams,
    query: imports.ImportQuery,
    replies: { 200: imports.ImportPreviewReply },
  }),
  'PATCH /api/v1/user/imports/{id}': route({
    access: 'member',
    tag: 'Imports',
    summary: 'Choose the profile whose entries are imported',
    params: imports.ImportParams,
    body: imports.ChooseProfile,
    replies: { 200: imports.ImportReply },
  }),
  'POST /api/v1/user/imports/{id}/confirm': route({
    access: 'member',
    tag: 'Imports',
    summary: 'Apply an import with the choices for doubtful titles',
    params: imports.ImportParams,
    body: imports.ConfirmImport,
    bodyOptional: true,
    replies: { 202: imports.ImportReply },
  }),
  'POST /api/v1/user/imports/{id}/undo': route({
    access: 'member',
    tag: 'Imports',
    summary: 'Restore what an import changed',
    params: imports.ImportParams,
    replies: { 200: imports.ImportReply },
  }),
} satisfies Record<string, RouteContract>;
