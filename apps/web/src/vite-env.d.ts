/// <reference types="vite/client" />

interface ImportMetaEnv {
  /**
   * Origin of the API when it differs from the page's, for example `https://api.example.com`. The text is
   * empty when both origins are equal.
   */
  readonly VITE_API_ORIGIN?: string;
}
