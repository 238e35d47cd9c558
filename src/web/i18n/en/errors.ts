import type { Messages } from '../messages.ts';
import type { errors as zh } from '../zh/errors.ts';

/** The 403 and 404 pages. */
export const errors: Messages<typeof zh> = {
  forbiddenTitle: 'No permission',
  forbidden: 'You have no permission to open this page.',
  forbiddenPath: 'You have no permission to open {{path}}.',
  noMenu: 'No menu is assigned to you; please ask your administrator.',
  notFoundTitle: 'Page not found',
  notFound: 'The page you asked for does not exist.',
  notFoundPath: 'There is no page {{path}}.',
  home: 'Back to home',
  previous: 'Back to the previous page',
};
