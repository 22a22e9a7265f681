// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentEntrypointAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "AmountTooLarge",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "Expired",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "received",
        "type": "uint256"
      }
    ],
    "name": "WrongAmountReceived",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "intentAddress",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeAmount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "address",
        "name": "feeCollector",
        "type": "address"
      }
    ],
    "name": "Deposited",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceInvalidated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "INTENT_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntent",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithAuthorization",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "expiry",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "revocation",
            "type": "bytes"
          }
        ],
        "internalType": "struct DaiPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithDaiPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct TokenPermit",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      },
      {
        "components": [
          {
            "internalType": "uint160",
            "name": "amount",
            "type": "uint160"
          },
          {
            "internalType": "uint48",
            "name": "expiration",
            "type": "uint48"
          },
          {
            "internalType": "uint48",
            "name": "nonce",
            "type": "uint48"
          },
          {
            "internalType": "uint256",
            "name": "sigDeadline",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "signature",
            "type": "bytes"
          }
        ],
        "internalType": "struct Permit2Allowance",
        "name": "permit",
        "type": "tuple"
      }
    ],
    "name": "depositToIntentWithPermit2",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "depositToIntentWithPermit2Transfer",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "user",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "intentAddress",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "deadline",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "feeAmount",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "feeCollector",
            "type": "address"
          }
        ],
        "internalType": "struct Deposit",
        "name": "deposit",
        "type": "tuple"
      }
    ],
    "name": "hashDeposit",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "invalidateNonce",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "word",
        "type": "uint256"
      }
    ],
    "name": "nonceBitmap",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "bits",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "user",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const intentEntrypointBytecode =
  '0x60a060405234801561000f575f5ffd5b506040516128d73803806128d783398101604081905261002e9161005e565b805160208201206080525f6100438282610192565b505061024c565b634e487b7160e01b5f52604160045260245ffd5b5f6020828403121561006e575f5ffd5b81516001600160401b03811115610083575f5ffd5b8201601f81018413610093575f5ffd5b80516001600160401b038111156100ac576100ac61004a565b604051601f8201601f19908116603f011681016001600160401b03811182821017156100da576100da61004a565b6040528181528282016020018610156100f1575f5ffd5b8160208401602083015e5f91810160200191909152949350505050565b600181811c9082168061012257607f821691505b60208210810361014057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561018d57805f5260205f20601f840160051c8101602085101561016b5750805b601f840160051c820191505b8181101561018a575f8155600101610177565b50505b505050565b81516001600160401b038111156101ab576101ab61004a565b6101bf816101b9845461010e565b84610146565b6020601f8211600181146101f1575f83156101da5750848201515b5f19600385901b1c1916600184901b17845561018a565b5f84815260208120601f198516915b828110156102205787850151825560209485019460019092019101610200565b508482101561023d57868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805161266c61026b5f395f8181610626015261069b015261266c5ff3fe608060405234801561000f575f5ffd5b50600436106100da575f3560e01c80634665917911610088578063b082a27411610063578063b082a274146101cb578063b70e36f0146101f2578063f698da2514610205578063fffcecdb1461020d575f5ffd5b8063466591791461016d5780634fe02b441461018057806377c2afaa146101b8575f5ffd5b8063217fed4c116100b8578063217fed4c146101345780632be2a23f146101475780633ab82a8f1461015a575f5ffd5b806306fdde03146100de5780631647795e146100fc5780632105722f1461011f575b5f5ffd5b6100e6610220565b6040516100f39190611e0d565b60405180910390f35b61010f61010a366004611e40565b6102ab565b60405190151581526020016100f3565b61013261012d366004611ec6565b6102f2565b005b610132610142366004611f48565b610385565b610132610155366004611fbf565b610451565b610132610168366004612011565b6104bd565b61013261017b366004611fbf565b610536565b6101aa61018e366004611e40565b600160209081525f928352604080842090915290825290205481565b6040519081526020016100f3565b6101aa6101c6366004612088565b610620565b6101aa7f1aa9763a32bc0694a32d34763e752ee04ee62dc18c800402a0f67c75248c67fc81565b6101326102003660046120a3565b610653565b6101aa610695565b61013261021b366004611fbf565b6106c4565b5f805461022c906120ba565b80601f0160208091040260200160405190810160405280929190818152602001828054610258906120ba565b80156102a35780601f1061027a576101008083540402835291602001916102a3565b820191905f5260205f20905b81548152906001019060200180831161028657829003601f168201915b505050505081565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600160208181526040808420600886901c85529091529091205460ff83169190911b1615155b92915050565b61031b7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b6103268484846107a3565b61034c6103396040860160208701612105565b6103466020870187612105565b83610879565b610356845f610a42565b61037f7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610bd2565b50505050565b6103ae7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b6103b98484846107a3565b6103f46103cc6040860160208701612105565b6103d96020870187612105565b8335602085013560016103ef6040880188612120565b610bdc565b6103fe845f610a42565b61040b6060820182612120565b159050610356576103566104256040860160208701612105565b6104326020870187612105565b61043e843560016121ae565b60208501355f6103ef6060880188612120565b61047a7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b6104858383836107a3565b61048f835f610a42565b6104b87f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610bd2565b505050565b6104e67f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b6104f18484846107a3565b6104fe6080820182612120565b15905061052b5761052b6105186040860160208701612105565b6105256020870187612105565b83610cbc565b610356846001610a42565b61055f7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b61056883610e17565b5f61057b60c085013560408601356121ae565b90505f6105976105916040870160208801612105565b30610e7b565b90506105cf6105ac6040870160208801612105565b6105b96020880188612105565b8488608001356105c88a610620565b8989610f4b565b6105ea6105e26040870160208801612105565b3083856110fc565b6105f5856002610a42565b50506104b87f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a942610bd2565b5f6102ec7f000000000000000000000000000000000000000000000000000000000000000061064e8461117a565b611271565b61065d33826112d4565b60405181815233907f1800cd2301fbc20790ed94f3d55a28ef2306a9c31cd3c72b5b71b6e4cf5c62419060200160405180910390a250565b5f6106bf7f00000000000000000000000000000000000000000000000000000000000000006113a8565b905090565b6106ed7f440b3a3367f1386fd37219d8704d8ce11c9a8070bfda8fc4507ff5eda9f6a94261075c565b6106f683610e17565b5f61070960c085013560408601356121ae565b90505f61071f6105916040870160208801612105565b90506105cf6107346040870160208801612105565b6107416020880188612105565b848860a0013589608001356107558b61117a565b8a8a611414565b805c15610795576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6107a081600161155a565b50565b6107b06020840184612105565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610870575f6107ec84610620565b90506108066107fe6020860186612105565b828585611561565b61086e576108176020850185612105565b6040517f0e96aab800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018290526044015b60405180910390fd5b505b6104b883610e17565b60606108886040830183612120565b9050604103610962575f80806108a96108a46040870187612120565b611775565b6040805173ffffffffffffffffffffffffffffffffffffffff8b166024820152306044820152893560648201526020808b0135608483015260ff9590951660a482015260c481019390935260e4808401929092528051808403909201825261010490920190915290810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fd505accf000000000000000000000000000000000000000000000000000000001790529350610a2e92505050565b7f9fd5a6cf000000000000000000000000000000000000000000000000000000008330843560208601356109996040880188612120565b6040516024016109ae96959493929190612208565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b610a3a845f835a6117cf565b505050505050565b5f610a6b610a566040850160208601612105565b610a666080860160608701612105565b610e7b565b9050610a8c8383610a826080830160608401612105565b86604001356117f3565b610aba610a9f6040850160208601612105565b610aaf6080860160608701612105565b8386604001356110fc565b60c083013515610ae457610ae48383610ada610100830160e08401612105565b8660c001356117f3565b610af46040840160208501612105565b73ffffffffffffffffffffffffffffffffffffffff16610b1a6080850160608601612105565b73ffffffffffffffffffffffffffffffffffffffff16610b3d6020860186612105565b73ffffffffffffffffffffffffffffffffffffffff167f5a20b2b320cf64374e77ef601810bfbd4ebf08bcf0d68fd846650e462a56771b604087013560a088013560c0890135610b946101008b0160e08c01612105565b6040805194855260208501939093529183015273ffffffffffffffffffffffffffffffffffffffff16606082015260800160405180910390a4505050565b6107a0815f61155a565b5f5f5f610be98585611775565b6040805173ffffffffffffffffffffffffffffffffffffffff8e166024820152306044820152606481018d9052608481018c90528a151560a482015260ff851660c482015260e48101849052610104808201849052825180830390910181526101249091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f8fcbaf0c000000000000000000000000000000000000000000000000000000001790529295509093509150610cad8b5f835a6117cf565b50505050505050505050505050565b6040805160e0810190915273ffffffffffffffffffffffffffffffffffffffff8416606082019081525f9190819060808201610cfb6020870187612105565b73ffffffffffffffffffffffffffffffffffffffff168152602001856020016020810190610d29919061226b565b65ffffffffffff168152602001610d46606087016040880161226b565b65ffffffffffff169052815230602082015260608401356040909101529050610a3a6e22d473030f116ddee9f6b43ac78ba35f8584610d886080880188612120565b604051602401610d9b9493929190612290565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f2b67b570000000000000000000000000000000000000000000000000000000001790525a6117cf565b8060800135421115610e61576040517faa2fd92500000000000000000000000000000000000000000000000000000000815260808201356004820152426024820152604401610865565b6107a0610e716020830183612105565b8260a001356112d4565b5f73ffffffffffffffffffffffffffffffffffffffff831615610f2b576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa158015610f02573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610f269190612359565b610f44565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b60606041829003611027575f5f5f610f638686611775565b6040805173ffffffffffffffffffffffffffffffffffffffff8f166024820152306044820152606481018e90525f608482015260a481018d905260c481018c905260ff9490941660e4850152610104840192909252610124808401919091528151808403909101815261014490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fef55bec60000000000000000000000000000000000000000000000000000000017905293506110e892505050565b6040517f88b7ab63000000000000000000000000000000000000000000000000000000009061106890899030908a905f908b908b908b908b90602401612370565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff000000000000000000000000000000000000000000000000000000009093169290921790915290505b6110f28882611892565b5050505050505050565b5f826111088686610e7b565b61111291906123e4565b9050818114611173576040517fb013264c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff861660048201526024810183905260448101829052606401610865565b5050505050565b5f7f1aa9763a32bc0694a32d34763e752ee04ee62dc18c800402a0f67c75248c67fc6111a96020840184612105565b6111b96040850160208601612105565b60408501356111ce6080870160608801612105565b60808701354660a089013560c08a01356111ef6101008c0160e08d01612105565b60408051602081019b909b5273ffffffffffffffffffffffffffffffffffffffff998a16908b015296881660608a0152608089019590955292861660a088015260c087019190915260e086015261010085015261012084015216610140820152610160015b604051602081830303815290604052805190602001209050919050565b5f61127b836113a8565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b73ffffffffffffffffffffffffffffffffffffffff82165f908152600160208181526040808420600886901c85529091529091205460ff83169190911b908082161561136b576040517f2af71f1000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260248101849052604401610865565b73ffffffffffffffffffffffffffffffffffffffff9093165f90815260016020908152604080832060089590951c83529390529190912091179055565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001611254565b5f604051806060016040528060405180604001604052808c73ffffffffffffffffffffffffffffffffffffffff1681526020018a81525081526020018781526020018681525090505f60405180604001604052803073ffffffffffffffffffffffffffffffffffffffff16815260200189815250905061154e6e22d473030f116ddee9f6b43ac78ba383838c8960405180610100016040528060da815260200161259260da91398a8a6040516024016114d397969594939291906123f7565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f137c29fe00000000000000000000000000000000000000000000000000000000179052611892565b50505050505050505050565b80825d5050565b5f604182148015611587575073ffffffffffffffffffffffffffffffffffffffff851615155b1561166a575f5f5f6115998686611775565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906116555750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611633573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b15611666576001935050505061176d565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361168f57505f61176d565b5f8484846040516024016116a5939291906124b1565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f928392918391908b5afa9150601f3d111561173b57505f515b81801561176757507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b93505050505b949350505050565b5f5f5f8484604081811061178b5761178b6124d3565b919091013560f81c90506117a260205f8789612500565b6117ab91612527565b6117b960406020888a612500565b6117c291612527565b9250925092509250925092565b5f60605f5f855160208701888a88f191506117e86118df565b905094509492505050565b60ff83166118275761182261180e6040860160208701612105565b61181b6020870187612105565b8484611914565b61037f565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff841601611878576118226118646040860160208701612105565b6118716020870187612105565b84846119c6565b61037f61188b6040860160208701612105565b8383611afb565b5f5f6118a0845f855a611c34565b915091508161037f5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610865929190612563565b60606102003d818111156118f05750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b60405173ffffffffffffffffffffffffffffffffffffffff8085166024830152831660448201526064810182905261037f908590608401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f23b872dd00000000000000000000000000000000000000000000000000000000179052611d0c565b73ffffffffffffffffffffffffffffffffffffffff811115611a31576040517f7f1627030000000000000000000000000000000000000000000000000000000081526004810182905273ffffffffffffffffffffffffffffffffffffffff6024820152604401610865565b60405173ffffffffffffffffffffffffffffffffffffffff8085166024830152808416604483015280831660648301528516608482015261037f906e22d473030f116ddee9f6b43ac78ba39060a401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f36c7851600000000000000000000000000000000000000000000000000000000179052611892565b73ffffffffffffffffffffffffffffffffffffffff8316611b8a575f611b31838360405180602001604052805f8152505a6117cf565b5090508061037f576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101839052604401610865565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526104b8908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb00000000000000000000000000000000000000000000000000000000179052611d0c565b5f606083515f14158015611c5d575073ffffffffffffffffffffffffffffffffffffffff86163b155b15611cf2575f611ce9876040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b91509150611d03565b611cfe868686866117cf565b915091505b94509492505050565b5f5f611d1a845f855a6117cf565b91509150811580611d325750611d308482611d6d565b155b1561037f5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610865929190612563565b5f81515f03611d96575073ffffffffffffffffffffffffffffffffffffffff82163b15156102ec565b6020825110158015610f44575081806020019051810190611db79190612359565b6001149392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f610f446020830184611dc1565b73ffffffffffffffffffffffffffffffffffffffff811681146107a0575f5ffd5b5f5f60408385031215611e51575f5ffd5b8235611e5c81611e1f565b946020939093013593505050565b5f6101008284031215611e7b575f5ffd5b50919050565b5f5f83601f840112611e91575f5ffd5b50813567ffffffffffffffff811115611ea8575f5ffd5b602083019150836020828501011115611ebf575f5ffd5b9250929050565b5f5f5f5f6101408587031215611eda575f5ffd5b611ee48686611e6a565b935061010085013567ffffffffffffffff811115611f00575f5ffd5b611f0c87828801611e81565b90945092505061012085013567ffffffffffffffff811115611f2c575f5ffd5b850160608188031215611f3d575f5ffd5b939692955090935050565b5f5f5f5f6101408587031215611f5c575f5ffd5b611f668686611e6a565b935061010085013567ffffffffffffffff811115611f82575f5ffd5b611f8e87828801611e81565b90945092505061012085013567ffffffffffffffff811115611fae575f5ffd5b850160808188031215611f3d575f5ffd5b5f5f5f6101208486031215611fd2575f5ffd5b611fdc8585611e6a565b925061010084013567ffffffffffffffff811115611ff8575f5ffd5b61200486828701611e81565b9497909650939450505050565b5f5f5f5f6101408587031215612025575f5ffd5b61202f8686611e6a565b935061010085013567ffffffffffffffff81111561204b575f5ffd5b61205787828801611e81565b90945092505061012085013567ffffffffffffffff811115612077575f5ffd5b850160a08188031215611f3d575f5ffd5b5f6101008284031215612099575f5ffd5b610f448383611e6a565b5f602082840312156120b3575f5ffd5b5035919050565b600181811c908216806120ce57607f821691505b602082108103611e7b577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b5f60208284031215612115575f5ffd5b8135610f4481611e1f565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612153575f5ffd5b83018035915067ffffffffffffffff82111561216d575f5ffd5b602001915036819003821315611ebf575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156102ec576102ec612181565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff8716815273ffffffffffffffffffffffffffffffffffffffff8616602082015284604082015283606082015260a060808201525f61225f60a0830184866121c1565b98975050505050505050565b5f6020828403121561227b575f5ffd5b813565ffffffffffff81168114610f44575f5ffd5b73ffffffffffffffffffffffffffffffffffffffff851681525f845173ffffffffffffffffffffffffffffffffffffffff815116602084015273ffffffffffffffffffffffffffffffffffffffff602082015116604084015265ffffffffffff604082015116606084015265ffffffffffff60608201511660808401525073ffffffffffffffffffffffffffffffffffffffff60208601511660a0830152604085015160c083015261010060e083015261234f610100830184866121c1565b9695505050505050565b5f60208284031215612369575f5ffd5b5051919050565b73ffffffffffffffffffffffffffffffffffffffff8916815273ffffffffffffffffffffffffffffffffffffffff8816602082015286604082015260ff861660608201528460808201528360a082015260e060c08201525f6123d660e0830184866121c1565b9a9950505050505050505050565b818103818111156102ec576102ec612181565b612422818951805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b60208801516040820152604088015160608201526124636080820188805173ffffffffffffffffffffffffffffffffffffffff168252602090810151910152565b73ffffffffffffffffffffffffffffffffffffffff861660c08201528460e08201526101406101008201525f61249d610140830186611dc1565b8281036101208401526123d68185876121c1565b838152604060208201525f6124ca6040830184866121c1565b95945050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f8585111561250e575f5ffd5b8386111561251a575f5ffd5b5050820193919092039150565b803560208310156102ec577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f61176d6040830184611dc156fe496e74656e74207769746e65737329496e74656e74286164647265737320757365722c6164647265737320746f6b656e2c75696e7432353620616d6f756e742c6164647265737320696e74656e74416464726573732c75696e7432353620646561646c696e652c75696e7432353620636861696e49642c75696e74323536206e6f6e63652c75696e7432353620666565416d6f756e742c6164647265737320666565436f6c6c6563746f7229546f6b656e5065726d697373696f6e73286164647265737320746f6b656e2c75696e7432353620616d6f756e7429' as const
