import { common } from './common.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { login } from './login.ts';
import { nav } from './nav.ts';
import { password } from './password.ts';
import { shell } from './shell.ts';
import { world } from './world.ts';

/** Every Chinese text, by namespace. */
export const zh = {
  common,
  errors,
  frame,
  login,
  nav,
  password,
  shell,
  world,
} as const;
