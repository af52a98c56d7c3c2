// The two pages share a chunk, because the landing page loads the list of all chunks.
export { ConfirmEmail } from './confirm-email.tsx';
export { RestoreEmail } from './restore-email.tsx';
