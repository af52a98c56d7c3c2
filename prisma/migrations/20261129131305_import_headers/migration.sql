-- CreateTable
CREATE TABLE "user_import_headers" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "header" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_import_headers_pkey" PRIMARY KEY ("user_id","hash")
);

-- AddForeignKey
ALTER TABLE "user_import_headers" ADD CONSTRAINT "user_import_headers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
