// One file of the build for both pages: every further file adds to the first load of the landing page.
export { CheckoutCanceled } from './checkout-canceled.tsx';
export { CheckoutSuccess } from './checkout-success.tsx';
