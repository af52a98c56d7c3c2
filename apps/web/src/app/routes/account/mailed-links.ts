// The two pages share a chunk, because every further chunk makes the list of chunks in index.html longer.
export { ConfirmEmail } from './confirm-email.tsx';
export { RestoreEmail } from './restore-email.tsx';
