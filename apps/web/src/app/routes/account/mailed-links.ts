// The two pages share a chunk, because every chunk adds to the list of files in the first load of the landing page.
export { ConfirmEmail } from './confirm-email.tsx';
export { RestoreEmail } from './restore-email.tsx';
