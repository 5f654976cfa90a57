// Saved views: what a screen of the web client shows, under a name, for the user who saved it.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';

/**
 * A screen and the parameters of its URL. `screen` is a path within the web client: it begins with one slash, so that it cannot
 * lead to another host. The page of a resource ends with its id, encoded for a URL. Only the web client knows what the parameters mean; it ignores those that it does not know.
 */
export const ViewAddress = z.strictObject({
  screen: z
    .string()
    .regex(
      /^(\/[a-z][a-z-]{0,31}){1,4}(\/[\w%:~!$&'()*+,;=@-][\w%:.~!$&'()*+,;=@-]{0,299})?$/,
      'Use the path of a screen',
    ),
  params: z
    .record(z.string().regex(/^[a-z][A-Za-z]{0,31}$/, toMessage({ id: 'input.viewParameter' })), z.string().max(500))
    .refine((params) => Object.keys(params).length <= 20, toMessage({ id: 'input.viewParameters' })),
});
export type ViewAddress = z.infer<typeof ViewAddress>;

export const ViewName = z.string().trim().min(1).max(64);

/** The most views that one user may save. */
export const MAX_VIEWS = 100;

/** Times are ISO 8601. */
export const SavedView = ViewAddress.extend({ id: z.string(), name: z.string(), changedAt: z.string() });
export type SavedView = z.infer<typeof SavedView>;

const params = z.object({ id: z.string().max(64) });

export const listViews = endpoint('GET /api/views', {
  summary: 'The views that the caller saved, by name',
  access: 'viewer',
  reply: z.array(SavedView),
});

export const saveView = endpoint('POST /api/views', {
  summary: 'Save a view for the caller',
  access: 'viewer',
  body: ViewAddress.extend({ name: ViewName }),
  reply: SavedView,
  status: 201,
  errors: ['conflict'],
});

export const renameView = endpoint('PATCH /api/views/:id', {
  summary: 'Rename a view of the caller',
  access: 'viewer',
  params,
  body: z.strictObject({ name: ViewName }),
  reply: SavedView,
  errors: ['not_found', 'conflict'],
});

export const deleteView = endpoint('DELETE /api/views/:id', {
  summary: 'Delete a view of the caller',
  access: 'viewer',
  params,
  reply: Done,
  errors: ['not_found'],
});

export const viewEndpoints = [listViews, saveView, renameView, deleteView] as const;
