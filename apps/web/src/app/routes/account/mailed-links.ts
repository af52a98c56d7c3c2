// The two pages share a chunk, because every chunk adds to the list of chunks that the landing page loads.
export { ConfirmEmail } from './confirm-email.tsx';
export { RestoreEmail } from './restore-email.tsx';
