// The two pages share a chunk, because every further chunk makes the list of chunks in index.html longer.
export { CheckoutCanceled } from './checkout-canceled.tsx';
export { CheckoutSuccess } from './checkout-success.tsx';
