/** The title that a visitor's link leads to, over the login screen. */
export function Component() {
  return null;
}
