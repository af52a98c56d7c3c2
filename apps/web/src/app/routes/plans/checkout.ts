// The two pages share a chunk, because the landing page loads the list of all chunks.
export { CheckoutCanceled } from './checkout-canceled.tsx';
export { CheckoutSuccess } from './checkout-success.tsx';
