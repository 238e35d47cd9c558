import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { router } from './router.ts';

/** The application. */
export const App = (): ReactElement => <RouterProvider router={router} />;
