import { defineModule } from '#server/module/index.ts';
import { receivedMailsSource } from './received-source.ts';
import { mailImportRoutes } from './routes.ts';
import { mailImportTasks } from './tasks.ts';
export { type MailInSettings, startMailIn } from './listen.ts';

/** Orders and references that come as sheets by e-mail. */
export const mailImport = defineModule({
  name: 'mail-import',
  routes: mailImportRoutes,
  background: mailImportTasks,
  lists: () => [receivedMailsSource],
});
