// One file of the build for both pages: every further file adds to the first load of the landing page.
export { ConfirmEmail } from './confirm-email.tsx';
export { RestoreEmail } from './restore-email.tsx';
