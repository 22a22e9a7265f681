// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentWalletAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "router",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "shim",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallReverted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      }
    ],
    "name": "DelegateCallForbidden",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "GasLimitMissing",
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
    "inputs": [],
    "name": "NoRefundReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
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
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughGas",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "NotOwner",
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
    "name": "NothingRefunded",
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
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTimeReached",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTooEarly",
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
        "internalType": "uint256",
        "name": "count",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "TooManyCalls",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "UnknownBatch",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint8",
        "name": "behaviorOnError",
        "type": "uint8"
      }
    ],
    "name": "UnknownBehavior",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "itsWallet",
        "type": "address"
      }
    ],
    "name": "WrongConfig",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "failed",
        "type": "uint256"
      }
    ],
    "name": "Executed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "RefundFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "Refunded",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "FACTORY",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GAS_RESERVE",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "MAX_CALLS",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "ROUTER",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "SHIM",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
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
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "execute",
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
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "executeAsOwner",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
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
        "name": "used",
        "type": "bool"
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
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "internalType": "address[]",
        "name": "tokens",
        "type": "address[]"
      }
    ],
    "name": "refund",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "refundOne",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "stateMutability": "payable",
    "type": "receive"
  }
] as const

export const intentWalletBytecode =
  '0x610100604052348015610010575f5ffd5b506040516124bb3803806124bb83398101604081905261002f916100da565b6001600160a01b0392831660c0529082166080521660a052604080517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020828101919091523060601b6001600160601b03191660348301526e5af43d82803e903d91602b57fd5bf360881b6048830152825180830360370181526057909201909252805191012060e05261011a565b80516001600160a01b03811681146100d5575f5ffd5b919050565b5f5f5f606084860312156100ec575f5ffd5b6100f5846100bf565b9250610103602085016100bf565b9150610111604085016100bf565b90509250925092565b60805160a05160c05160e0516123596101625f395f610aa201525f81816101220152610a5001525f81816101ad015261192501525f818161017a01526118c101526123595ff3fe6080604052600436106100bb575f3560e01c8063a04439e311610071578063be880c811161004c578063be880c8114610251578063eceb043014610266578063f698da2514610285575f5ffd5b8063a04439e3146101f0578063b8874c111461020f578063b9add4b71461023c575f5ffd5b806332fe7b26116100a157806332fe7b261461016957806369e9d2f61461019c5780638bc5a772146101cf575f5ffd5b8063212fbe99146100c65780632dd3100014610111575f5ffd5b366100c257005b5f5ffd5b3480156100d1575f5ffd5b506100fc6100e0366004611c57565b5f60208181529281526040808220909352908152205460ff1681565b60405190151581526020015b60405180910390f35b34801561011c575f5ffd5b506101447f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610108565b348015610174575f5ffd5b506101447f000000000000000000000000000000000000000000000000000000000000000081565b3480156101a7575f5ffd5b506101447f000000000000000000000000000000000000000000000000000000000000000081565b3480156101da575f5ffd5b506101ee6101e9366004611cce565b610338565b005b3480156101fb575f5ffd5b506101ee61020a366004611d37565b6106c0565b34801561021a575f5ffd5b5061022e610229366004611e3a565b6108c7565b604051908152602001610108565b348015610247575f5ffd5b5061022e61010081565b34801561025c575f5ffd5b5061022e619c4081565b348015610271575f5ffd5b506101ee610280366004611e6b565b61092c565b348015610290575f5ffd5b5061022e604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b61034183610a16565b6103516060840160408501611ee5565b67ffffffffffffffff16421080156103a157506103716020840184611f0c565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614155b15610400576103b66060840160408501611ee5565b6040517fe546463900000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044015b60405180910390fd5b5f6104116040850160208601611f0c565b73ffffffffffffffffffffffffffffffffffffffff160361045e576040517f1df9d1f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6104877fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610b57565b5f5f60605f5b84811015610645575f5f5f6104d78989868181106104ad576104ad611f25565b90506020020160208101906104c29190611f0c565b6104d260408d0160208e01611f0c565b610b9e565b92509250925082610590578888858181106104f4576104f4611f25565b90506020020160208101906105099190611f0c565b73ffffffffffffffffffffffffffffffffffffffff167fd60b5ca6f30e80482dd3495af97c0dccc21796f09ae64ba03a72a4f39329386b8260405161054e9190611f9e565b60405180910390a284515f0361058b5788888581811061057057610570611f25565b90506020020160208101906105859190611f0c565b95509350835b610637565b811561063757600196506105aa60408b0160208c01611f0c565b73ffffffffffffffffffffffffffffffffffffffff168989868181106105d2576105d2611f25565b90506020020160208101906105e79190611f0c565b73ffffffffffffffffffffffffffffffffffffffff167fec1e5ed733e00f1a00915d56caef57b4f52312dde4f9b3165f213319a0da156b8460405161062e91815260200190565b60405180910390a35b50505080600101905061048d565b50821580156106545750805115155b1561068f5781816040517fb2dbf92b0000000000000000000000000000000000000000000000000000000081526004016103f7929190611fb0565b6106b87fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ca6565b505050505050565b6106c987610a16565b5f6106d74688888888610cb0565b90506106e66020890189611f0c565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146108b0575f6107c0604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23918101919091527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b6040517f19010000000000000000000000000000000000000000000000000000000000006020820152602281019190915260428101839052606201604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190528051602091820120915061084b90610843908b018b611f0c565b828686610efe565b6108ae5761085c60208a018a611f0c565b6040517fb4e4cee000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018390526044016103f7565b505b6108bd87878787856111b7565b5050505050505050565b5f333014610909576040517fb4e4cee00000000000000000000000000000000000000000000000000000000081523060048201525f60248201526044016103f7565b6109138330611496565b9050801561092657610926838383611566565b92915050565b61093585610a16565b6109456060860160408701611ee5565b67ffffffffffffffff1642106109aa576109656060860160408701611ee5565b6040517fa720ecfe00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044016103f7565b5f6109b84686868686610cb0565b90506109d06109ca6080880188611fde565b836116a5565b610a09576040517f877402b0000000000000000000000000000000000000000000000000000000008152600481018290526024016103f7565b6106b885858585856111b7565b5f610a20826116eb565b604080517fff000000000000000000000000000000000000000000000000000000000000006020808301919091527f000000000000000000000000000000000000000000000000000000000000000060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021830152603582018490527f0000000000000000000000000000000000000000000000000000000000000000605580840191909152835180840390910181526075909201909252805191012090915073ffffffffffffffffffffffffffffffffffffffff81163014610b52576040517f73501a5b0000000000000000000000000000000000000000000000000000000081526004810183905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016103f7565b505050565b805c15610b90576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610b9b8160016117fb565b50565b6040805173ffffffffffffffffffffffffffffffffffffffff848116602483015283166044808301919091528251808303909101815260649091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fb8874c11000000000000000000000000000000000000000000000000000000001790525f908190606090610c373084835a611802565b90945091508315610c5d5781806020019051810190610c569190612042565b9250610c9e565b81515f03610c9e576040518060400160405280601781526020017f6f7574206f6620676173206f72206e6f20726561736f6e00000000000000000081525091505b509250925092565b610b9b815f6117fb565b5f808467ffffffffffffffff811115610ccb57610ccb612059565b604051908082528060200260200182016040528015610cf4578160200160208202803683370190505b5090505f5b85811015610e4b5736878783818110610d1457610d14611f25565b9050602002810190610d269190612086565b90507f67bf3147527398d9a00674947d7b4e5b1fdc22411670fe30839d0852c601fc02610d566020830183611f0c565b6020830135610d6860408501856120c2565b604051610d76929190612123565b6040519081900390206060850135610d9460a0870160808801612132565b610da460c0880160a08901612132565b610db460e0890160c08a01612151565b60408051602081019990995273ffffffffffffffffffffffffffffffffffffffff909716968801969096526060870194909452608086019290925260a0850152151560c0840152151560e083015260ff166101008201526101200160405160208183030381529060405280519060200120838381518110610e3757610e37611f25565b602090810291909101015250600101610cf9565b507fd52381560c1fe7a2cadc37d580cc7cb709f467889df9150e96c1ada23880099987858584604051602001610e819190612171565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181528282528051602091820120908301969096528101939093526060830191909152608082015260a081019190915260c0016040516020818303038152906040528051906020012091505095945050505050565b5f604182148015610f24575073ffffffffffffffffffffffffffffffffffffffff851615155b15611045575f610f3760208285876121a6565b610f40916121cd565b90505f610f516040602086886121a6565b610f5a916121cd565b90505f85856040818110610f7057610f70611f25565b919091013560f81c9150507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a082118015906110305750604080515f81526020810180835289905260ff831691810191909152606081018490526080810183905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa15801561100e573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b1561104157600193505050506111af565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361106a57505f6111af565b5f5f8673ffffffffffffffffffffffffffffffffffffffff1686868660405160240161109893929190612209565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529181526020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017905251611119919061225c565b5f60405180830381855afa9150503d805f8114611151576040519150601f19603f3d011682016040523d82523d5f602084013e611156565b606091505b509150915081801561116a57506020815110155b80156111aa575080517f1626ba7e00000000000000000000000000000000000000000000000000000000906111a89083016020908101908401612042565b145b925050505b949350505050565b6101008411156111fe576040517f3999d3be0000000000000000000000000000000000000000000000000000000081526004810185905261010060248201526044016103f7565b5f8381526020818152604080832085845290915290205460ff1615611259576040517f7e4dd94400000000000000000000000000000000000000000000000000000000815260048101849052602481018390526044016103f7565b5f83815260208181526040808320858452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556112c17fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610b57565b6112eb7f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f6117fb565b5f5f5f5b86811015611429573688888381811061130a5761130a611f25565b905060200281019061131c9190612086565b905061132e60c0820160a08301612132565b8015611338575082155b156113435750611421565b5f92505f5f6113528385611826565b91509150811561136457505050611421565b600161137660e0850160c08601612151565b60ff16036113b45783816040517f3b4c7a5f0000000000000000000000000000000000000000000000000000000081526004016103f7929190612272565b836001901b86179550867f115f347c00e69f252cd6b63c4f81022a9564c6befe8aa719cb74640a4a306f0d85836040516113ef929190612272565b60405180910390a2600261140960e0850160c08601612151565b60ff160361141957505050611429565b600194505050505b6001016112ef565b506114537fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ca6565b827f3a7a2319bce6d060c98aa49682d12788f621b7e2e68701a9a082398b39da0f978360405161148591815260200190565b60405180910390a250505050505050565b5f73ffffffffffffffffffffffffffffffffffffffff831615611546576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa15801561151d573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906115419190612042565b61155f565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b73ffffffffffffffffffffffffffffffffffffffff83166115fb575f61159c838360405180602001604052805f8152505a611802565b509050806115f5576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044016103f7565b50505050565b60405173ffffffffffffffffffffffffffffffffffffffff8316602482015260448101829052610b52908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb00000000000000000000000000000000000000000000000000000000179052611b6d565b5f5f5b838110156116e157828585838181106116c3576116c3611f25565b90506020020135036116d957600191505061155f565b6001016116a8565b505f949350505050565b5f7fe50d9f55ccc78a4fdc5c9962b22328242903d3effdebbe138ed3eb3905ca355a61171a6020840184611f0c565b61172a6040850160208601611f0c565b61173a6060860160408701611ee5565b606086013561174c6080880188611fde565b60405160200161175d92919061228a565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019790975273ffffffffffffffffffffffffffffffffffffffff9586169082015293909216606084015267ffffffffffffffff16608083015260a082015260c081019190915260e001604051602081830303815290604052805190602001209050919050565b80825d5050565b5f60605f5f855160208701888a88f1915061181b611bce565b905094509492505050565b5f6060600261183b60e0860160c08701612151565b60ff161115611893578261185560e0860160c08701612151565b6040517f5c5d2d6b000000000000000000000000000000000000000000000000000000008152600481019290925260ff1660248201526044016103f7565b6118a360a0850160808601612132565b8015611907575073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000166118ee6020860186611f0c565b73ffffffffffffffffffffffffffffffffffffffff1614155b801561196b575073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000166119526020860186611f0c565b73ffffffffffffffffffffffffffffffffffffffff1614155b156119cf578261197e6020860186611f0c565b6040517f0919ff05000000000000000000000000000000000000000000000000000000008152600481019290925273ffffffffffffffffffffffffffffffffffffffff1660248201526044016103f7565b6060840135801580156119f5575060016119ef60e0870160c08801612151565b60ff1614155b15611a2f576040517fefe0f4b6000000000000000000000000000000000000000000000000000000008152600481018590526024016103f7565b5f611a3d60408701876120c2565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201829052509394505050908390039050611a83575a9150611afa565b5f619c40603f611a948560406122f7565b611a9e919061230e565b611aa89190612346565b9050805a1015611af85785815a6040517f2bb3e3ba0000000000000000000000000000000000000000000000000000000081526004810193909352602483019190915260448201526064016103f7565b505b611b0a60a0870160808801612132565b611b3557611b2a611b1e6020880188611f0c565b87602001358385611802565b935093505050611b66565b5f611b436020880188611f0c565b90505f5f8351602085018487f4945084611b6257611b5f611bce565b93505b5050505b9250929050565b5f5f611b7b845f855a611802565b91509150811580611b935750611b918482611c03565b155b156115f55783816040517f54a3dcad0000000000000000000000000000000000000000000000000000000081526004016103f7929190611fb0565b60606102003d81811115611bdf5750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81515f03611c2c575073ffffffffffffffffffffffffffffffffffffffff82163b1515610926565b602082511015801561155f575081806020019051810190611c4d9190612042565b6001149392505050565b5f5f60408385031215611c68575f5ffd5b50508035926020909101359150565b5f60a08284031215611c87575f5ffd5b50919050565b5f5f83601f840112611c9d575f5ffd5b50813567ffffffffffffffff811115611cb4575f5ffd5b6020830191508360208260051b8501011115611b66575f5ffd5b5f5f5f60408486031215611ce0575f5ffd5b833567ffffffffffffffff811115611cf6575f5ffd5b611d0286828701611c77565b935050602084013567ffffffffffffffff811115611d1e575f5ffd5b611d2a86828701611c8d565b9497909650939450505050565b5f5f5f5f5f5f5f60a0888a031215611d4d575f5ffd5b873567ffffffffffffffff811115611d63575f5ffd5b611d6f8a828b01611c77565b975050602088013567ffffffffffffffff811115611d8b575f5ffd5b611d978a828b01611c8d565b9097509550506040880135935060608801359250608088013567ffffffffffffffff811115611dc4575f5ffd5b8801601f81018a13611dd4575f5ffd5b803567ffffffffffffffff811115611dea575f5ffd5b8a6020828401011115611dfb575f5ffd5b602082019350809250505092959891949750929550565b803573ffffffffffffffffffffffffffffffffffffffff81168114611e35575f5ffd5b919050565b5f5f60408385031215611e4b575f5ffd5b611e5483611e12565b9150611e6260208401611e12565b90509250929050565b5f5f5f5f5f60808688031215611e7f575f5ffd5b853567ffffffffffffffff811115611e95575f5ffd5b611ea188828901611c77565b955050602086013567ffffffffffffffff811115611ebd575f5ffd5b611ec988828901611c8d565b9699909850959660408101359660609091013595509350505050565b5f60208284031215611ef5575f5ffd5b813567ffffffffffffffff8116811461155f575f5ffd5b5f60208284031215611f1c575f5ffd5b61155f82611e12565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61155f6020830184611f52565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f6111af6040830184611f52565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612011575f5ffd5b83018035915067ffffffffffffffff82111561202b575f5ffd5b6020019150600581901b3603821315611b66575f5ffd5b5f60208284031215612052575f5ffd5b5051919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff218336030181126120b8575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126120f5575f5ffd5b83018035915067ffffffffffffffff82111561210f575f5ffd5b602001915036819003821315611b66575f5ffd5b818382375f9101908152919050565b5f60208284031215612142575f5ffd5b8135801515811461155f575f5ffd5b5f60208284031215612161575f5ffd5b813560ff8116811461155f575f5ffd5b81515f90829060208501835b8281101561219b57815184526020938401939091019060010161217d565b509195945050505050565b5f5f858511156121b4575f5ffd5b838611156121c0575f5ffd5b5050820193919092039150565b80356020831015610926577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016010192915050565b5f82518060208501845e5f920191825250919050565b828152604060208201525f6111af6040830184611f52565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8311156122b7575f5ffd5b8260051b80858437919091019392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082028115828204841417610926576109266122ca565b5f82612341577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b80820180821115610926576109266122ca56' as const
