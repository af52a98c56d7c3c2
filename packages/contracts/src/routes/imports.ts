import { LARGE_BODY_BYTES } from '../constants.ts';
import * as imports from '../imports.ts';
import { type RouteContract, route } from './route.ts';

export const importsRoutes = {
  'POST /api/v1/user/imports': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'Upload an export of another service',
    description:
      'The body is the file itself, at most 50 MB. The import is read in the background; read it again until its state is `ready`, `profile` or `failed`.',
    errors: ['limit_reached'],
    upload: true,
    reads: ['application/octet-stream'],
    query: imports.ImportUploadQuery,
    cost: 10,
    replies: { 202: imports.ImportReply },
  }),
  'GET /api/v1/user/imports': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'Imports of the caller, newest first',
    description: 'Imports that were neither applied nor confirmed are deleted after 7 days.',
    replies: { 200: imports.ImportsReply },
  }),
  'GET /api/v1/user/imports/{id}': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'One import with a page of its preview',
    description:
      'Clients ask every second or two while `state` is `reading`, `matching`, `applying` or `undoing`; `progress` counts within the state.',
    params: imports.ImportParams,
    query: imports.ImportQuery,
    replies: { 200: imports.ImportPreviewReply },
  }),
  'PATCH /api/v1/user/imports/{id}': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'Read the file of an import in another way',
    description:
      'In the states `profile`, `ready`, and `failed` with `other_source`; else 409. `profile` is one of the names in `profiles`, and `columns` names columns of the import; a column that it does not have, and a meaning given twice, are 422. The choice of columns is remembered for files of this user with the same columns. The file is read again, so read the import until its state is `ready`, `profile` or `failed`. A repeated call changes nothing.',
    errors: ['conflict', 'limit_reached'],
    params: imports.ImportParams,
    body: imports.ChangeImport,
    replies: { 200: imports.ImportReply },
  }),
  'POST /api/v1/user/imports/{id}/confirm': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'Apply an import with the choices for doubtful titles',
    description:
      'A choice names the title of a doubtful entry, or null to leave the entry out. Doubtful entries without a choice are left out.',
    errors: ['not_permitted', 'limit_reached'],
    params: imports.ImportParams,
    body: imports.ConfirmImport,
    bodyBytes: LARGE_BODY_BYTES,
    bodyOptional: true,
    replies: { 202: imports.ImportReply },
  }),
  'POST /api/v1/user/imports/{id}/undo': route({
    access: 'member',
    scope: 'none',
    tag: 'Imports',
    summary: 'Restore what an import changed',
    description: 'Possible for 30 days. What the caller changed since then stays as it is.',
    errors: ['not_permitted'],
    params: imports.ImportParams,
    replies: { 200: imports.ImportReply },
  }),
} satisfies Record<string, RouteContract>;
