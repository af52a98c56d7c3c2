-- CreateTable
CREATE TABLE "deletion_attempts" (
    "user_id" INTEGER NOT NULL,
    "client" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "deletion_attempts_pkey" PRIMARY KEY ("user_id","client")
);

-- AddForeignKey
ALTER TABLE "deletion_attempts" ADD CONSTRAINT "deletion_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "deletion_codes"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
