// The two pages share a chunk, because every chunk adds to the list of files in the first load of the landing page.
export { CheckoutCanceled } from './checkout-canceled.tsx';
export { CheckoutSuccess } from './checkout-success.tsx';
