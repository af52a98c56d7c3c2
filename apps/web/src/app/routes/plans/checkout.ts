// The two pages share a chunk, because every chunk adds to the list of chunks that the landing page loads.
export { CheckoutCanceled } from './checkout-canceled.tsx';
export { CheckoutSuccess } from './checkout-success.tsx';
